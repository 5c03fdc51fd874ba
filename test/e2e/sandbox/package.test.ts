import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sandboxPackage from '../../../sandbox/package.json' with { type: 'json' };
import { operations } from 'videogen-openapi/constants';
import { type Task } from 'videogen-openapi/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpText } from '../../../sandbox/src/cli/commandLine.ts';
import { waitFor } from '../../sandbox/waitFor.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

let folder: string;
let project: string;

/** Packs a workspace as it would be published, and returns the tarball's path. */
async function pack(workspace: string): Promise<string> {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--workspace',
    workspace,
    '--pack-destination',
    folder,
  ];
  const { stdout } = await execute('npm', args, { cwd: root });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return join(folder, packed?.filename ?? '');
}

const npx = (...args: string[]) => execute('npx', args, { cwd: project });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-sandbox-package-'));
  project = await mkdtemp(join(tmpdir(), 'videogen-sandbox-project-'));
  const tarballs = [await pack('openapi'), await pack('sandbox')];
  await writeFile(join(project, 'package.json'), '{"private": true}');
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: project,
  });
});

afterAll(() =>
  Promise.all([folder, project].map((path) => rm(path, { recursive: true, force: true }))),
);

describe('the packed sandbox in an empty project', () => {
  it('prints its help and its version through npx', async () => {
    expect((await npx('videogen-sandbox', '--help')).stdout).toBe(helpText);
    const { stdout } = await npx('videogen-sandbox', '--version');
    expect(stdout.trim()).toBe(sandboxPackage.version);
  });

  it('renders a video for the key that it printed', async () => {
    const bin = join(project, 'node_modules/.bin/videogen-sandbox');
    const child = spawn(bin, ['--port', '0', '--data', join(folder, 'data')]);
    const ended = once(child, 'exit');
    try {
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [, url = '', key = ''] = await waitFor(() => {
        if (child.exitCode !== null) throw new Error(said);
        return /listens at (\S+) [\s\S]*API key: (\S+)/.exec(said) ?? undefined;
      });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const { createVideo, getTask } = operations;
      const created = await fetch(url + createVideo.path, {
        method: createVideo.method,
        headers,
        body: JSON.stringify({
          model: 'videogen-2.0-text-to-video',
          prompt: 'A paper boat · 夕暮れの紙の船',
          duration: 1,
          quality: '144p',
        }),
      });
      const { id } = (await created.json()) as { id: string };
      const task = await waitFor(async () => {
        const path = getTask.path.replace('{task_id}', id);
        const answer = (await (await fetch(url + path, { headers })).json()) as Task;
        return answer.status === 'pending' ? undefined : answer;
      });
      expect(task).toMatchObject({ id, status: 'completed' });
      const video = await fetch(task.results?.[0] ?? '');
      const bytes = Buffer.from(await video.arrayBuffer());
      expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
      expect(bytes.length).toBeGreaterThan(5000);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    expect(child.exitCode).toBe(0);
  });
});
