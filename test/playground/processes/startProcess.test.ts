import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../../playground/processes/startProcess.ts';
import { untilReady } from '../../../playground/processes/untilReady.ts';
import { waitFor } from '../../../playground/waitFor.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function start(script: string) {
  const folder = await temporaryFolder();
  const started = startProcess({
    name: 'the program',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: folder,
    logFile: join(folder, 'logs', 'program.log'),
  });
  onTestFinished(() => started.kill());
  const firstLine = () =>
    waitFor(
      async () => (await readFile(started.logFile, 'utf8')).split('\n').slice(0, -1)[0],
      10_000,
      () => new Error('It printed nothing.'),
      20,
    );
  return { started, firstLine };
}

const withChild = (onTerm: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  process.on('SIGTERM', () => { ${onTerm} });
  child.on('spawn', () => console.log(child.pid));
  setInterval(() => {}, 1000);`;

const gone = (pid: number) =>
  waitFor(
    async () => !isAlive(pid) || undefined,
    5000,
    () => new Error(`Process ${pid} is still there.`),
    20,
  );

describe('startProcess', () => {
  it('asks a process to end and ends the children that it leaves behind', async () => {
    const { started, firstLine } = await start(withChild("console.log('bye'); process.exit(3)"));
    const childPid = Number(await firstLine());
    expect(isAlive(childPid)).toBe(true);
    await started.stop();
    expect(await started.ended).toBe('exit code 3');
    expect(started.running()).toBe(false);
    expect(await started.logTail()).toContain('bye');
    await gone(childPid);
  });

  it('kills a process and its children without asking', async () => {
    const { started, firstLine } = await start(withChild("console.log('bye')"));
    const childPid = Number(await firstLine());
    await started.kill();
    expect(await started.ended).toBe('signal SIGKILL');
    expect(await started.logTail()).not.toContain('bye');
    await gone(childPid);
  });

  it('lets a process be stopped again after it ended', async () => {
    const { started } = await start('');
    expect(await started.ended).toBe('exit code 0');
    await started.stop();
    await started.kill();
  });
});

describe('untilReady', () => {
  it('tells with the log that a process ended instead of getting ready', async () => {
    const { started } = await start("console.log('no disk left'); process.exit(1)");
    await expect(untilReady(started, async () => false)).rejects.toThrow(
      /^the program ended \(exit code 1\)\.\nThe end of .*program\.log:\nno disk left$/,
    );
  });

  it('takes a failed question for "not yet"', async () => {
    const { started } = await start('setInterval(() => {}, 1000)');
    let asked = 0;
    await untilReady(started, async () => {
      if ((asked += 1) < 3) throw new Error('connection refused');
      return true;
    });
    expect(asked).toBe(3);
    expect(started.running()).toBe(true);
  });
});
