import type { Cluster } from '../n8n/startCluster.ts';

/** Has n8n wake those that wait by themselves later than it would, or sooner. */
export async function putOff({ postgres }: Cluster, seconds: number): Promise<void> {
  await postgres.query(
    `UPDATE execution_entity SET "waitTill" = "waitTill" + interval '${seconds} seconds'
     WHERE status = 'waiting'`,
  );
}
