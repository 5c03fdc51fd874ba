import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile, write } from '../context.js';
import { installPacked } from '../packed.js';

const execute = promisify(execFile);

const consumer = `
import { finalTaskStatuses, modes, type GenerationRequest, type Task } from 'videogen-openapi';
import type { paths } from 'videogen-openapi/types';
import { operations } from 'videogen-openapi/constants';
import { strictTools, toRequest } from 'videogen-openapi/tools';
import { Task as isTask } from 'videogen-openapi/validators';
export const path: keyof paths = operations.createVideo.path;
export const request: GenerationRequest = { model: modes.textToVideo.models.fast, prompt: 'x' };
export const isFinal = (task: Task) => finalTaskStatuses.some((status) => status === task.status);
export const call = toRequest(strictTools.parameters[0]!.name, { prompt: 'x' }).body;
export const accepted: boolean = isTask({ status: 'pending' });
// @ts-expect-error a model that no mode has
export const wrong: GenerationRequest = { model: 'videogen-1.0', prompt: 'x' };
`;

const files = ['openapi.yaml', 'openapi.json', 'openapi.dereferenced.json', 'openapi.flat.json'];
const others = [
  'openapi.3.0.yaml',
  'openapi.3.0.json',
  'openapi.strict.yaml',
  'openapi.strict.json',
  'postman.json',
  'reference.html',
  'arazzo.yaml',
];

/** Asks Node itself, as a consumer's program would. */
const program = `
const { readFileSync } = require('node:fs');
const constants = require('videogen-openapi');
for (const file of ${JSON.stringify([...files, ...others])}) readFileSync(require.resolve('videogen-openapi/' + file));
import('videogen-openapi').then((module) => {
  console.log(JSON.stringify([constants.operations.getTask.path, module.operations.getTask.path]));
});
`;

export default {
  tool: 'npm (packed tarball), Node, tsc',
  proves:
    'installs in an empty project; import, require and types resolve (node16 and bundler); its command starts',
  async check() {
    const folder = await mkdtemp(join(tmpdir(), 'videogen-openapi-'));
    try {
      await installPacked(folder);
      const { stdout } = await execute('node', ['-e', program], { cwd: folder });
      assert.deepEqual(JSON.parse(stdout), ['/v1/tasks/{task_id}', '/v1/tasks/{task_id}']);

      const help = await execute('npx', ['--no-install', 'videogen-openapi', '--help'], {
        cwd: folder,
      });
      assert.match(help.stderr + help.stdout, /videogen-openapi check --url/);

      const esm = await write(folder, 'consumer.mts', consumer);
      const cjs = await write(folder, 'consumer.cts', consumer);
      const plain = await write(folder, 'consumer.ts', consumer);
      const node16 = ['--module', 'node16', '--moduleResolution', 'node16'];
      assert.equal(await compile([esm, cjs], node16), '');
      assert.equal(await compile([plain]), '');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
