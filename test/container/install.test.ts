import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  freePort,
  importCredential,
  loginAsOwner,
  packRoot,
  runWorkflow,
  startSandbox,
  untilEnded,
  waitFor,
  importWorkflow,
  type N8nClient,
  type RunningSandbox,
} from '../../playground/index.ts';
import { rootFolder } from '../../playground/folders.ts';
import { chain } from '../e2e/realN8n.ts';
import { startRegistry, type Registry } from '../e2e/registry/startRegistry.ts';
import { openEngine, type Engine, type Shell } from './engine.ts';
import { image, provideImage } from './image.ts';

const packageName = 'n8n-nodes-videogen';
const startTimeoutMs = 240_000;
/** What runs here has names of its own, beside what a person may have running. */
const mark = `videogen-${process.pid}`;

let folder: string;
let registry: Registry;
let sandbox: RunningSandbox;
let engine: Engine;
let shell: Shell;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-container-'));
  // The user of the container has to reach what is mounted from it.
  await chmod(folder, 0o755);
  page = await readFile(join(rootFolder, 'docs', 'install.md'), 'utf8');
  registry = await startRegistry(join(folder, 'registry'));
  const tarball = await packRoot(join(folder, 'package'));
  await registry.npm(['publish', '--ignore-scripts', tarball], folder);
  engine = await openEngine(folder, { npm_config_registry: registry.url });
  ({ shell } = engine);
  sandbox = await startSandbox({ dataFolder: join(folder, 'sandbox'), host: engine.host });
  console.log(`The image is ${await provideImage(shell)}.`);
});
afterAll(async () => {
  if (shell !== undefined) await stop();
  await shell?.(`docker volume rm -f ${mark}; docker rmi -f ${mark}-own`, folder);
  await sandbox?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Podman refuses for a moment after a restart, so it is asked until the container is gone. */
const stop = () =>
  waitFor(
    () =>
      shell(
        `docker rm -f ${mark} || true; ! docker container inspect ${mark} 2>/dev/null`,
        folder,
      ).then(
        () => true,
        () => undefined,
      ),
    60_000,
    () => new Error('The container does not end'),
  );

/** The commands of a section of docs/install.md, as its reader finds them. */
function commandsOf(heading: string, language = 'console'): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading))!;
  const blocks = section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```/gm);
  return [...blocks].flatMap(([, indent, kind, text]) =>
    kind === language ? [text!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] : [],
  );
}

/** The same with names, a port and a host of this test's own. */
const ofOurs = (commands: string, port: number) =>
  commands
    .replaceAll('--name n8n', `--name ${mark} ${engine.hostOption}`)
    .replaceAll('n8n_data', mark)
    .replaceAll('-p 5678:', `-p ${port}:`);

async function untilReady(port: number): Promise<N8nClient> {
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/healthz/readiness`).catch(() => null))?.ok;
  await waitFor(
    async () => (await isReady()) || undefined,
    startTimeoutMs,
    () => new Error('n8n does not start in its container'),
  );
  const client = createClient(url);
  await loginAsOwner(client);
  return client;
}

/** Has n8n make a video and fetch it, asleep meanwhile. */
async function expectVideo(client: N8nClient): Promise<void> {
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  const made = chain('in-container', [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: `${packageName}.createVideo`,
      credentials: { videoGenApi: credential },
      parameters: { prompt: 'A boat sandbox:takes=5' },
    },
  ]);
  await importWorkflow(client, made);
  const execution = await untilEnded(client, await runWorkflow(client, made.id, 'Start'), 120_000);
  const [item] = execution.data.resultData.runData['Create Video']![0]!.data!.main![0]!;
  expect(item).toMatchObject({ json: { status: 'completed' }, binary: { data: {} } });
}

describe('n8n in a container, as docs/install.md has it', () => {
  it('runs with a volume, and with what is in it when the container is replaced', async () => {
    const [commands] = commandsOf('In Docker, from n8n');
    const port = await freePort();
    await shell(ofOurs(commands!, port), folder);
    await untilReady(port);
    // What n8n's screen does with a package of the public registry.
    const install = `cd ~/.n8n/nodes && npm install /package/*.tgz --legacy-peer-deps --ignore-scripts`;
    await shell(`docker cp '${join(folder, 'package')}' ${mark}:/package`, folder);
    await shell(`docker exec ${mark} sh -c 'mkdir -p ~/.n8n/nodes; ${install}'`, folder);
    await stop();
    await shell(ofOurs(commands!.replace(/^docker volume.*\n/, ''), port), folder);
    await expectVideo(await untilReady(port));
    await stop();
  });

  it('takes the package from a folder that is mounted, also when that is updated', async () => {
    const [prepare, start] = commandsOf('In Docker, from a folder');
    const port = await freePort();
    await shell(`docker volume rm -f ${mark}`, folder);
    await shell([prepare, ofOurs(start!, port)].join('\n'), folder);
    await expectVideo(await untilReady(port));
    const update = prepare!.split('\n')[1]!.replace(packageName, `${packageName}@latest`);
    await shell(`${update}\ndocker restart ${mark}`, join(folder, 'n8n-nodes'));
    await expectVideo(await untilReady(port));
    await stop();
  });

  it('runs from an image of one’s own', async () => {
    const [dockerfile] = commandsOf('In Docker, in an image', 'dockerfile');
    const context = await mkdtemp(join(folder, 'image-'));
    await writeFile(join(context, 'Dockerfile'), dockerfile!);
    const registryHere = `--network host --env npm_config_registry=${registry.url}`;
    await shell(`docker build ${registryHere} -t ${mark}-own .`, context);
    const port = await freePort();
    await shell(ofOurs(`docker run -d --name n8n -p 5678:5678 ${mark}-own`, port), folder);
    await expectVideo(await untilReady(port));
    expect(dockerfile).toContain(image);
  });
});
