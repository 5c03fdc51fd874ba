import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  importCredential,
  importWorkflow,
  installN8n,
  installPackage,
  loginAsOwner,
  packRoot,
  publish,
  startN8n,
  waitFor,
  type N8nClient,
  type RunningN8n,
} from '../../playground/index.ts';
import { startService, type Service } from './service/startService.ts';
import { contenders } from './workflows.ts';

/** A real n8n with the packed package and a workflow for each contender, and the stand-in service. */
export interface Rig {
  n8n: RunningN8n;
  client: N8nClient;
  service: Service;
  stop(): Promise<void>;
}

/** @param build - the packed package, where it is not the one of this folder */
export async function startRig(build?: string): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-bench-'));
  const userFolder = join(folder, 'n8n');
  const installed = await installN8n();
  await installPackage(build ?? (await packRoot(join(folder, 'package'))), userFolder);
  const service = await startService();
  const n8n = await startN8n({ installed, userFolder });
  const stop = async () => {
    await n8n.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = createClient(n8n.url);
    await loginAsOwner(client);
    const rig = { n8n, client, service, stop };
    const credentials = { own: await useNewAccount(rig), header: await storeHeader(client) };
    for (const [id, makeWorkflow] of Object.entries(contenders)) {
      await importWorkflow(client, makeWorkflow(id, { serviceUrl: service.url, credentials }));
      await publish(client, id);
      await untilKnown(`${n8n.url}/webhook/${id}`);
    }
    return rig;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A webhook that was just published may not be there yet. Without items nothing is ordered. */
async function untilKnown(webhookUrl: string): Promise<void> {
  const call = () =>
    fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [] }),
    });
  await waitFor(
    async () => (await call()).ok || undefined,
    60_000,
    () => new Error(`n8n does not know ${webhookUrl}`),
  );
}

let accounts = 0;

/** Gives the credential a new key: the nodes remember for a while what they learn of an account. */
export const useNewAccount = ({ client, service }: Pick<Rig, 'client' | 'service'>) =>
  importCredential(client, {
    name: 'Own',
    type: 'videoGenerationApi',
    data: { baseUrl: service.url, apiKey: `bench-key-${++accounts}` },
  });

const storeHeader = (client: N8nClient) =>
  importCredential(client, {
    name: 'Header',
    type: 'httpHeaderAuth',
    data: { name: 'Authorization', value: 'Bearer bench-key' },
  });
