import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { findOwn, ownTicksBetween } from '../../../../lab/bench/quiet/findOwn.ts';
import { takeSnapshot, type Snapshot } from '../../../../lab/bench/quiet/procStat.ts';

const bench = 10;

/** Each process as [id, parent, ticks]. */
const snapshot = (...processes: [number, number, number][]): Snapshot => ({
  atMs: 0,
  busyTicks: 0,
  processes: new Map(processes.map(([pid, parent, ticks]) => [`${pid}@1`, { pid, parent, ticks }])),
});

const ownBetween = (before: Snapshot, after: Snapshot) => {
  const ownBefore = findOwn(before, bench);
  return ownTicksBetween(before, ownBefore, after, findOwn(after, bench, ownBefore));
};

describe('findOwn', () => {
  it('takes the bench and all below it, and no other', () => {
    const machine = snapshot([1, 0, 0], [bench, 1, 0], [11, bench, 0], [12, 11, 0], [20, 1, 0]);
    expect([...findOwn(machine, bench)]).toEqual(['10@1', '11@1', '12@1']);
  });

  it('keeps a process whose parent has ended, and what that one starts later', () => {
    const machine = snapshot([1, 0, 0], [bench, 1, 0], [12, 1, 0], [13, 12, 0]);
    expect(findOwn(machine, bench, new Set(['12@1']))).toContain('13@1');
  });

  it('does not take a stranger who was given the id of a process of its own', () => {
    const machine = snapshot([1, 0, 0], [bench, 1, 0]);
    machine.processes.set('11@2', { pid: 11, parent: 1, ticks: 0 });
    expect(findOwn(machine, bench, new Set(['11@1']))).not.toContain('11@2');
  });
});

describe('ownTicksBetween', () => {
  it('counts what those that run have used, and all of those that began', () => {
    const before = snapshot([bench, 1, 100], [11, bench, 50], [20, 1, 7]);
    const after = snapshot([bench, 1, 110], [11, bench, 80], [12, 11, 5], [20, 1, 900]);
    expect(ownBetween(before, after)).toBe(10 + 30 + 5);
  });

  it('counts an ended child once, by what its parent has taken over', () => {
    const before = snapshot([bench, 1, 100], [11, bench, 50]);
    const after = snapshot([bench, 1, 100 + 60]);
    expect(ownBetween(before, after)).toBe(10);
  });

  it('takes nothing off for one that ended when nobody of its own was left to wait for it', () => {
    const before = snapshot([bench, 1, 100], [12, 1, 5_000]);
    const ownBefore = new Set(['10@1', '12@1']);
    const after = snapshot([bench, 1, 120]);
    expect(ownTicksBetween(before, ownBefore, after, findOwn(after, bench, ownBefore))).toBe(20);
  });
});

// Once its parent has ended, it uses up 300 ms of processor time, however long that takes.
const orphan = `
  const timer = setInterval(() => {
    if (process.ppid === Number(process.argv[1])) return;
    clearInterval(timer);
    while (process.cpuUsage().user < 300_000);
  }, 20);
`;
const parent = `
  require('child_process')
    .spawn(process.execPath, ['-e', process.argv[1], String(process.pid)], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
    .unref();
  process.stdin.resume().once('end', () => process.exit());
`;

describe.skipIf(process.platform !== 'linux')('the processes of this machine', () => {
  it('are counted with what a grandchild uses when its parent has ended', async () => {
    const root = spawn(process.execPath, ['-e', parent, orphan], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // Its output is open until the last of them has ended.
    const closed = once(root.stdout.resume(), 'close');
    const first = takeSnapshot();
    let last = { snapshot: first, own: findOwn(first, root.pid!) };
    let ticks = 0;
    const look = () => {
      const snapshot = takeSnapshot();
      const own = findOwn(snapshot, root.pid!, last.own);
      ticks += ownTicksBetween(last.snapshot, last.own, snapshot, own);
      last = { snapshot, own };
    };
    const timer = setInterval(look, 50);
    try {
      await expect.poll(() => last.own.size, { timeout: 30_000 }).toBe(2);
      ticks = 0;
    } finally {
      root.stdin.end();
      await closed;
      clearInterval(timer);
    }
    const perSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
    expect(ticks / perSecond).toBeGreaterThan(0.1);
  });
});
