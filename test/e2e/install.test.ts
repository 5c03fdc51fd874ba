import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  importCredential,
  importWorkflow,
  installN8n,
  loginAsOwner,
  runWorkflow,
  startN8n,
  startSandbox,
  untilEnded,
  type N8nClient,
  type RunningN8n,
  type RunningSandbox,
  type Workflow,
} from '../../playground/index.ts';
import { chain } from './realN8n.ts';
import { startRegistry, type Registry } from './registry/startRegistry.ts';
import { packedPackage } from '../packed.ts';

const name = 'n8n-nodes-videogen';
const newer = '99.0.0';
const END_TIMEOUT_MS = 240_000;

let folder: string;
let unpacked: string;
let registry: Registry;
let sandbox: RunningSandbox;
let n8n: RunningN8n;
let client: N8nClient;
let workflow: Workflow;

const typeNames = async (kind: 'nodes' | 'credentials') =>
  (await client.get<Array<{ name: string }>>(`/types/${kind}.json`)).map((type) => type.name);

const ownTypes = async () =>
  (await typeNames('nodes')).filter(
    (type) => type.startsWith(`${name}.`) && !type.endsWith('Tool'),
  );

const storedNodes = async () =>
  (await client.get<Workflow>(`/rest/workflows/${workflow.id}`)).nodes;

async function runIt() {
  const id = await runWorkflow(client, workflow.id, 'Start');
  const { status, data } = await untilEnded(client, id, END_TIMEOUT_MS);
  const items = data.resultData.runData['Wait for Video']?.[0]?.data?.main?.[0] ?? [];
  return { status, error: data.resultData.error?.message, results: items.map(({ json }) => json) };
}

const manifest = async () => JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-install-'));
  const tarball = await packedPackage(join(folder, 'tarball'));
  await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder]);
  unpacked = join(folder, 'package');
  registry = await startRegistry(join(folder, 'registry'));
  await registry.npm(['publish', '--ignore-scripts'], unpacked);
  sandbox = await startSandbox({ dataFolder: join(folder, 'sandbox') });
  await start();
});

afterAll(async () => {
  await n8n?.stop();
  await sandbox?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async () => {
  n8n = await startN8n({ installed: await installN8n(), userFolder: join(folder, 'n8n') });
  client = createClient(n8n.url);
  await loginAsOwner(client);
};

/** What n8n's documentation tells to do by hand: run npm in its folder for nodes, start it again. */
async function changePackages(...args: string[]) {
  const nodes = join(folder, 'n8n', '.n8n', 'nodes');
  await mkdir(nodes, { recursive: true });
  // n8n itself is what the package's peer dependency means.
  await registry.npm([...args, '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], nodes);
  await n8n.stop();
  await start();
}

// n8n's own screen takes packages from the public registry, and from another only with a licence.
describe("the package from a registry, in n8n's folder for community nodes", () => {
  it('installs, with its nodes and its credential type', async () => {
    expect(await ownTypes()).toEqual([]);
    await changePackages('install', name);

    const { n8n: content } = await manifest();
    const files: string[] = content.nodes;
    const types = files.map((file) => basename(file, '.node.js'));
    expect((await ownTypes()).sort()).toEqual(
      types.map((type) => `${name}.${type[0]!.toLowerCase()}${type.slice(1)}`).sort(),
    );
    expect(await typeNames('credentials')).toContain('videoGenApi');
  });

  it('has nodes then that run', async () => {
    const credential = await importCredential(client, {
      name: 'Sandbox',
      type: 'videoGenApi',
      data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
    });
    const credentials = { videoGenApi: credential };
    workflow = chain('kept', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: `${name}.createVideo`,
        credentials,
        parameters: {
          prompt: 'A paper boat',
          duration: 'other',
          otherDuration: 1,
          quality: '240p',
        },
      },
      { name: 'Wait for Video', type: `${name}.waitForVideo`, credentials },
    ]);
    await importWorkflow(client, workflow);
    expect(await runIt()).toMatchObject({ status: 'success', results: [{ status: 'completed' }] });
  });

  it('updates to the next version, with the workflow as it was', async () => {
    const before = await storedNodes();
    await writeFile(
      join(unpacked, 'package.json'),
      JSON.stringify({ ...(await manifest()), version: newer }),
    );
    await registry.npm(['publish', '--ignore-scripts'], unpacked);
    await changePackages('install', `${name}@latest`);

    const installed = join(folder, 'n8n', '.n8n', 'nodes', 'node_modules', name, 'package.json');
    expect(JSON.parse(await readFile(installed, 'utf8')).version).toBe(newer);
    expect(await storedNodes()).toEqual(before);
    expect(await runIt()).toMatchObject({ status: 'success', results: [{ status: 'completed' }] });
  });

  it('uninstalls, and leaves the workflow to be run after the next installation', async () => {
    const before = await storedNodes();
    await changePackages('uninstall', name);
    expect(await ownTypes()).toEqual([]);
    expect(await typeNames('credentials')).not.toContain('videoGenApi');
    expect(await storedNodes()).toEqual(before);

    await changePackages('install', name);
    expect(await runIt()).toMatchObject({ status: 'success', results: [{ status: 'completed' }] });
  });
});
