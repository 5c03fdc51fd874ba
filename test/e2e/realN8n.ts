import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attachN8n,
  connectTo,
  createClient,
  importCredential,
  installN8n,
  installPackage,
  loginAsOwner,
  placeOfEnvironment,
  settingsOfEnvironment,
  startN8n,
  startSandbox,
  type N8nClient,
  type Place,
  type RunningN8n,
  type RunningSandbox,
  type Workflow,
} from '../../playground/index.ts';
import { chosenLine, type EditorCalls } from './lines.ts';
import { installedFolder } from '../../playground/install/installPackage.ts';
import { packedPackage } from '../packed.ts';

/** Where the tests take n8n from. */
export const place: Place = placeOfEnvironment(process.env);
/** Whether somebody else has started n8n: then a test can neither kill it nor choose its settings. */
export const isFromOutside = place.kind === 'url';

const settings = settingsOfEnvironment(process.env);
/**
 * Whether the settings for all tests keep n8n from calling its own address: then it can't be called,
 * and what waits stays awake. Tests that put n8n behind an address of their own are free of it.
 */
export const staysAwake =
  settings.N8N_SSRF_PROTECTION_ENABLED === 'true' &&
  !(settings.N8N_SSRF_ALLOWED_IP_RANGES ?? '').split(',').includes(`${settings.N8N_HOST}/32`);

export interface RealN8n {
  n8n: RunningN8n;
  sandbox: RunningSandbox;
  client: N8nClient;
  editor: EditorCalls;
  /** Reference to a stored Video Generation API credential for the sandbox. */
  credential: { id: string; name: string };
  /**
   * Ends n8n as a power cut would, and starts it again at the same address.
   *
   * @param more - environment for this start alone
   */
  killAndRestart(more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** Settings of the n8n and the sandbox of a test. */
export interface RealOptions {
  /** For n8n. */
  env?: Record<string, string>;
  /** Arguments of its command line. */
  sandboxArgs?: string[];
  /** What the account's models begin with: then the sandbox answers as public services do. */
  modelFamily?: string;
  /** Installs what else is to be there, given the folder of the installed packages. */
  install?: (folder: string) => Promise<void>;
}

/** Starts an n8n with the packed package and the sandbox, all on loopback in a folder of their own. */
export async function startRealN8n(options: RealOptions = {}): Promise<RealN8n> {
  const { modelFamily } = options;
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-e2e-'));
  const userFolder = join(folder, 'n8n');
  if (place.kind === 'url' && options.env !== undefined)
    throw new Error('These tests need an n8n with settings of their own');
  const source =
    place.kind === 'command'
      ? { shellCommand: place.command }
      : { installed: isFromOutside ? '' : await installN8n(chosenLine.source) };
  const manifest = await installPackage(await packedPackage(join(folder, 'package')), userFolder);
  await options.install?.(installedFolder(userFolder));
  const sandbox = await startSandbox({
    dataFolder: join(folder, 'sandbox'),
    args: [
      ...(options.sandboxArgs ?? []),
      ...(modelFamily === undefined ? [] : ['--model-family', modelFamily, '--preset', 'public']),
    ],
  });
  const env = { env: { ...chosenLine.env, ...settings, ...options.env } };
  const starting =
    place.kind === 'url'
      ? Promise.resolve(attachN8n(place.url))
      : startN8n({ ...source, userFolder, ...env });
  let n8n = await starting.catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const stop = async () => {
    await n8n.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = await connect(n8n.url, manifest.name);
    const editor = chosenLine.editor(client);
    const credential = await importCredential(client, {
      name: 'Sandbox',
      type: 'videoGenerationApi',
      data: {
        ...{ baseUrl: sandbox.url, apiKey: sandbox.apiKey },
        ...(modelFamily !== undefined && { modelFamily }),
      },
    });
    return {
      get n8n() {
        return n8n;
      },
      async killAndRestart(more = {}) {
        const { port } = n8n;
        await n8n.kill();
        n8n = await startN8n({ ...source, userFolder, port, env: { ...env.env, ...more } });
      },
      sandbox,
      client,
      editor,
      credential,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(url: string, packageName: string): Promise<N8nClient> {
  if (place.kind === 'url') return await connectTo(place, loginAsOwner, packageName);
  const client = createClient(url);
  await loginAsOwner(client);
  return client;
}

/** Chains nodes in the order given, first output to first input. */
export function chain(
  id: string,
  nodes: Array<{ name: string; type: string } & Record<string, unknown>>,
): Workflow {
  return {
    id,
    name: id,
    nodes: nodes.map((node, index) => ({
      id: `${id}-${index}`,
      typeVersion: 1,
      position: [index * 220, 0],
      parameters: {},
      ...node,
    })),
    connections: Object.fromEntries(
      nodes
        .slice(0, -1)
        .map(({ name }, index) => [
          name,
          { main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
        ]),
    ),
    settings: { executionOrder: 'v1' },
  };
}
