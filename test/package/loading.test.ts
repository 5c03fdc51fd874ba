import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A process of its own: this one has loaded the package for other tests, and n8n's loader takes
// another way in tests.
const script = `
  require('reflect-metadata');
  const { PackageDirectoryLoader } = require('n8n-core');
  const { renameSync } = require('node:fs');
  const loader = new PackageDirectoryLoader(process.cwd());
  const visit = async () => {
    const { type } = loader.getNode('waitForVideo');
    return await type.execute.call({ continueOnFail: () => false }).catch(() => 'old');
  };
  (async () => {
    await loader.loadAll();
    const before = await visit();
    renameSync('new.js', 'dist/nodes/WaitForVideo/run.js');
    loader.reset();
    await loader.loadAll();
    console.log(JSON.stringify({ visits: [before, await visit()] }));
    process.exit();
  })();`;

describe('the package in n8n’s loader', () => {
  let folder: string;
  let told: { visits: string[] };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'video-generation-loading-'));
    await cp('package.json', join(folder, 'package.json'));
    await cp('dist', join(folder, 'dist'), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const code = await readFile('dist/nodes/WaitForVideo/run.js', 'utf8');
    await writeFile(join(folder, 'new.js'), `${code}\nexports.run = () => "new";`);
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        N8N_LOG_LEVEL: 'silent',
        N8N_ENCRYPTION_KEY: 'only-for-tests-only-for-tests-00',
        N8N_USER_FOLDER: folder,
      },
    });
    told = JSON.parse(stdout);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('runs the new code when n8n has replaced the package while it runs', () => {
    expect(told.visits).toEqual(['old', 'new']);
  });
});
