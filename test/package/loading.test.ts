import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// A process of its own: this one has loaded the package for other tests, and n8n's loader takes
// another way in tests.
const prelude = `
  require('reflect-metadata');
  const { PackageDirectoryLoader } = require('n8n-core');
  const loader = new PackageDirectoryLoader(process.cwd());
  const own = () => Object.keys(require.cache).filter((file) => file.startsWith(process.cwd() + '/dist/'));
  const tell = (told) => { console.log(JSON.stringify(told)); process.exit(); };
`;

describe('the package in n8n’s loader', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'videogen-loading-'));
    await cp('package.json', join(folder, 'package.json'));
    await cp('dist', join(folder, 'dist'), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const run = async (script: string): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', prelude + script], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        N8N_LOG_LEVEL: 'silent',
        N8N_ENCRYPTION_KEY: 'only-for-tests-only-for-tests-00',
        N8N_USER_FOLDER: folder,
      },
    });
    return JSON.parse(stdout);
  };

  it('loads the forms, and nothing that only a run needs', async () => {
    const loaded = (await run(
      `loader.loadAll().then(() => tell(own().map((file) => file.slice(process.cwd().length))));`,
    )) as string[];
    expect(loaded.filter((file) => file.endsWith('.node.js'))).toHaveLength(3);
    expect(loaded.filter((file) => /run|answerCallback/.test(file))).toEqual([]);
    expect(loaded.filter((file) => /\/(pay|pace|restart|watch)\//.test(file))).toEqual([]);
    // Each file costs n8n's start about a fifth of a millisecond.
    expect(loaded.length).toBeLessThan(40);
  });

  it('runs the new code when n8n has replaced the package while it runs', async () => {
    const file = join(folder, 'dist/nodes/WaitForVideo/run.js');
    await writeFile(`${file}.new`, (await readFile(file, 'utf8')) + '\nexports.run = () => "new";');
    const told = await run(`
      const { copyFileSync } = require('node:fs');
      const visit = async () => {
        const { type } = loader.getNode('waitForVideo');
        return await type.execute.call({ continueOnFail: () => false }).catch(() => 'old');
      };
      (async () => {
        await loader.loadAll();
        const before = await visit();
        copyFileSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
        loader.reset();
        await loader.loadAll();
        tell([before, await visit()]);
      })();
    `);
    expect(told).toEqual(['old', 'new']);
  });
});
