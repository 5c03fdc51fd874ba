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
import { builtInPrefix, type Service } from '../service/service.ts';
import { startService } from '../service/startService.ts';

type Reference = { id: string; name: string };

/** A real n8n with the packed package, the stand-in service, and a credential for each contender. */
export interface Rig {
  n8n: RunningN8n;
  client: N8nClient;
  service: Service;
  credentials: { own: Reference; header: Reference; builtIn: Reference };
  stop(): Promise<void>;
}

/** @param env - more environment for n8n */
export async function startRig(env: Record<string, string> = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-bench-'));
  const userFolder = join(folder, 'n8n');
  const installed = await installN8n();
  await installPackage(await packRoot(join(folder, 'package')), userFolder);
  const service = await startService();
  const n8n = await startN8n({ installed, userFolder, env });
  const stop = async () => {
    await n8n.stop();
    await service.stop();
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

/** Stores a credential for each contender's way to the service. */
export async function storeCredentials(
  client: N8nClient,
  { url }: Service,
): Promise<Rig['credentials']> {
  const apiKey = 'bench-key';
  const store = (name: string, type: string, data: object) =>
    importCredential(client, { name, type, data: { ...data } });
  return {
    own: await store('Own', 'videoGenApi', { baseUrl: url, apiKey }),
    header: await store('Header', 'httpHeaderAuth', {
      name: 'Authorization',
      value: `Bearer ${apiKey}`,
    }),
    // n8n's own name for the credential of its built-in node.
    builtIn: await store('Built-in', 'openAiApi', { apiKey, url: url + builtInPrefix }),
  };
}
