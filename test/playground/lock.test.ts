import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
