import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryLock } from '../../playground/lock.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const lockModule = join(import.meta.dirname, '../../playground/lock.ts');

describe('tryLock', () => {
  it('gives the lock to one holder at a time', async () => {
    const file = join(await temporaryFolder(), 'new', 'lock');
    const release = await tryLock(file);
    expect(release).toBeTypeOf('function');
    expect(await tryLock(file)).toBeUndefined();
    release!();
    const again = await tryLock(file);
    expect(again).toBeTypeOf('function');
    again!();
  });

  it('says what to do where its folder cannot be made', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const folder = join(file, 'data');
    await expect(tryLock(join(folder, 'lock'))).rejects.toThrow(
      `${folder} cannot be written (ENOTDIR). Set XDG_CACHE_HOME to a folder that can; it takes 2.5 GB.`,
    );
  });

  it('frees the lock of a process that was killed', async () => {
    const file = join(await temporaryFolder(), 'lock');
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { tryLock } from ${JSON.stringify(lockModule)};
         await tryLock(${JSON.stringify(file)});
         console.log('held');
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exit = once(holder, 'exit');
    await once(holder.stdout, 'data');
    expect(await tryLock(file)).toBeUndefined();
    holder.kill('SIGKILL');
    await exit;
    const release = await tryLock(file);
    expect(release).toBeTypeOf('function');
    release!();
  });
});
