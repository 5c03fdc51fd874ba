import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  importCredential,
  installN8n,
  installPackage,
  loginAsOwner,
  packRoot,
  startN8n,
  type N8nClient,
  type RunningN8n,
} from '../../../playground/index.ts';
import { veoPrefix, type Service } from '../service/service.ts';
import { startService } from '../service/startService.ts';

type Reference = { id: string; name: string };

/** A real n8n with the packed package, the stand-in service, and a credential for each contender. */
export interface Rig {
  n8n: RunningN8n;
  client: N8nClient;
  service: Service;
  credentials: { own: Reference; header: Reference; veo: Reference };
  stop(): Promise<void>;
}

/**
 * @param env - more environment for n8n
 * @param sharedService - stands in for a service of its own; who started it stops it
 */
export async function startRig(
  env: Record<string, string> = {},
  sharedService?: Service,
): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-bench-'));
  const userFolder = join(folder, 'n8n');
  const installed = await installN8n();
  await installPackage(await packRoot(join(folder, 'package')), userFolder);
  const service = sharedService ?? (await startService());
  const n8n = await startN8n({ installed, userFolder, env });
  const stop = async () => {
    await n8n.stop();
    if (!sharedService) await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = createClient(n8n.url);
    await loginAsOwner(client);
    return { n8n, client, service, credentials: await storeCredentials(client, service), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

let accounts = 0;

/**
 * Gives the package's credential a key that n8n has not used yet. What the nodes learn about an
 * account's limits they remember for minutes; this way each run begins knowing nothing.
 */
export async function useNewAccount(rigs: Pick<Rig, 'client' | 'service'>[]): Promise<void> {
  const apiKey = `bench-key-${++accounts}`;
  for (const { client, service } of rigs) await storeOwn(client, service, apiKey);
}

const storeOwn = (client: N8nClient, { url }: Service, apiKey: string) =>
  importCredential(client, {
    ...{ name: 'Own', type: 'videoGenApi' },
    data: { baseUrl: url, apiKey },
  });

/** Stores a credential for each contender's way to the service. */
export async function storeCredentials(
  client: N8nClient,
  service: Service,
): Promise<Rig['credentials']> {
  const { url } = service;
  const apiKey = 'bench-key';
  const store = (name: string, type: string, data: object) =>
    importCredential(client, { name, type, data: { ...data } });
  return {
    own: await storeOwn(client, service, apiKey),
    header: await store('Header', 'httpHeaderAuth', {
      name: 'Authorization',
      value: `Bearer ${apiKey}`,
    }),
    // n8n's own name for the credential of its Gemini node.
    veo: await store('Veo', 'googlePalmApi', { apiKey, host: url + veoPrefix }),
  };
}
