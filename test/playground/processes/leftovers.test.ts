import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endLeftovers, remember } from '../../../playground/processes/leftovers.ts';
import { startProcess } from '../../../playground/processes/startProcess.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

async function startIdle() {
  const folder = await temporaryFolder();
  const idle = startProcess({
    name: 'the idler',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: {},
    cwd: folder,
    logFile: join(folder, 'idle.log'),
  });
  onTestFinished(() => idle.kill());
  return { idle, file: join(folder, 'processes.json') };
}

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

describe('endLeftovers', () => {
  it('ends the processes that an earlier start left running', async () => {
    const { idle, file } = await startIdle();
    await remember(file, [idle]);
    await endLeftovers(file);
    expect(await idle.ended).toBe('signal SIGKILL');
  });

  it('spares a process that only has the id of an earlier one', async () => {
    const { idle, file } = await startIdle();
    const other = { name: 'n8n', pid: idle.pid, since: 'Mon Jan  5 10:00:00 2026' };
    await writeFile(file, JSON.stringify([other]));
    await endLeftovers(file);
    expect(idle.running()).toBe(true);
  });

  it('has nothing to do on a first start', async () => {
    await endLeftovers(join(await temporaryFolder(), 'processes.json'));
  });
});
