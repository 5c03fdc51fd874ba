import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  demoWorkflowId,
  installN8n,
  installPackage,
  loginAsOwner,
  readSecrets,
  startN8n,
  type RunningN8n,
} from '../../playground/index.ts';
import { rootFolder } from '../../playground/folders.ts';
import { runTool } from '../../playground/install/runTool.ts';
import { packedPackage } from '../packed.ts';

let folder: string;
let installed: string;
const running: RunningN8n[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-outside-'));
  installed = await installN8n();
});
afterAll(async () => {
  for (const n8n of running) await n8n.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startElsewhere(name: string, hasPackage: boolean): Promise<RunningN8n> {
  const userFolder = join(folder, name);
  if (hasPackage) await installPackage(await packedPackage(join(folder, 'package')), userFolder);
  const n8n = await startN8n({ installed, userFolder });
  running.push(n8n);
  return n8n;
}

/** `npm start -- --once` behind its build; the last line that it prints. */
async function startOnce(...args: string[]): Promise<string> {
  const printed = await runTool({
    command: process.execPath,
    args: ['playground/start.ts', '--once', '--data', join(folder, 'demo'), ...args],
    cwd: rootFolder,
    doing: 'npm start',
    hint: '',
  });
  return printed.trim().split('\n').at(-1)!;
}

const madeVideo = expect.objectContaining({
  taskId: expect.stringMatching(/./) as string,
  video: expect.stringMatching(/\.mp4$/) as string,
});

describe('npm start', () => {
  it('runs the demo in an n8n that runs already, and leaves it running', async () => {
    const n8n = await startElsewhere('with', true);
    expect(JSON.parse(await startOnce('--n8n-url', n8n.url))).toEqual(madeVideo);
    expect(n8n.running()).toBe(true);
    const client = createClient(n8n.url);
    await loginAsOwner(client, (await readSecrets(join(folder, 'demo'))).account);
    expect(await client.get(`/rest/workflows/${demoWorkflowId}`)).toMatchObject({
      id: demoWorkflowId,
    });
  });

  it('says what to do where that n8n lacks the package, and where nobody answers', async () => {
    const n8n = await startElsewhere('without', false);
    await expect(startOnce('--n8n-url', n8n.url)).rejects.toThrow(
      `The n8n at ${n8n.url} doesn't have n8n-nodes-videogen. Install it there first`,
    );
    await n8n.stop();
    await expect(startOnce('--n8n-url', n8n.url)).rejects.toThrow(`No n8n answers at ${n8n.url}`);
  });

  it('starts n8n by a command of one’s own', async () => {
    const command = `'${process.execPath}' '${join(installed, 'node_modules/n8n/bin/n8n')}'`;
    expect(JSON.parse(await startOnce('--n8n-command', command))).toEqual(madeVideo);
  });
});
