import { describe, expect, it, vi } from 'vitest';
import type { Sleeper } from '../../../nodes/call/Waker.ts';
import { Roster } from '../../../nodes/restart/Roster.ts';
import { simulateN8n, sleeperOf } from './simulateN8n.ts';

type N8n = ReturnType<typeof simulateN8n>;

const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}`);

/** An n8n in which so many executions of an account have begun. */
function begun(count: number, options: Parameters<typeof simulateN8n>[0] = {}): N8n {
  const n8n = simulateN8n(options);
  for (const id of ids(count)) n8n.begin(id);
  return n8n;
}

const rootsOf = ({ rows }: N8n) =>
  [...rows.values()].filter(({ status, kind }) => status === 'waiting' && kind === 'root');
const rootOf = (n8n: N8n) => {
  expect(rootsOf(n8n)).toHaveLength(1);
  const { id, list } = rootsOf(n8n)[0]!;
  return [id, list!.ids.toSorted()];
};

function prepareRoster() {
  const callN8n = async () => ({ httpStatus: 200, text: '' });
  const wake = vi.fn(async () => 'givenUp' as const);
  const roster = new Roster({ nowMs: () => 0, sleep: async () => {}, wake });
  const findRole = (sleeper: Sleeper) => roster.findRole(sleeper, callN8n);
  return { roster, findRole, wake, callN8n };
}

describe('the executions of an account that sleep', () => {
  it('are listed by the one that fell asleep first, within half a minute, and nobody else is woken', async () => {
    const n8n = begun(4);
    await n8n.pass(19_000);
    expect(n8n.calls).toEqual([]);
    await n8n.pass(9_000);
    expect(n8n.calls).toEqual(['1']);
    expect(rootOf(n8n)).toEqual(['1', ['2', '3', '4']]);
  });

  it('have another root as soon as theirs goes on: who fell asleep last', async () => {
    const n8n = simulateN8n();
    for (const id of ids(4)) n8n.begin(id, { lastsMs: id === '1' ? 40_000 : Infinity });
    await n8n.pass(40_050);
    expect(rootsOf(n8n)).toEqual([]);
    await n8n.pass(150);
    expect(rootOf(n8n)).toEqual(['4', ['2', '3']]);
  });

  it('have another root where theirs is called and does not come back', async () => {
    const n8n = begun(3, { visitMs: 50 });
    await n8n.pass(19_000);
    // It is over, and nobody noticed.
    n8n.rows.get('1')!.status = 'success';
    await n8n.pass(25_000);
    expect(rootOf(n8n)).toEqual(['3', ['2']]);
  });

  it('have another root where one that was to be it never falls asleep', async () => {
    const n8n = simulateN8n();
    n8n.rosterOf('one').findRole(sleeperOf('failed'), n8n.callN8n);
    n8n.begin('1');
    await n8n.pass(20_000);
    expect(rootOf(n8n)).toEqual(['1', []]);
  });

  it('stay as they are while the root is called and sleeps on', async () => {
    const n8n = begun(3, { hearsCalls: () => false });
    await n8n.pass(170_000);
    expect(n8n.calls).toEqual(['1']);
    const roster = n8n.rosterOf('one');
    const fresh = { kind: 'fresh', others: [] };
    for (let twice = 0; twice < 2; twice++)
      expect(roster.findRole(sleeperOf('4'), n8n.callN8n)).toEqual(fresh);
  });

  it('are listed up to 2,000; the others wait for timers of their own, and for room', async () => {
    const n8n = simulateN8n();
    n8n.begin('root');
    await n8n.pass(200);
    const roster = n8n.rosterOf('one');
    for (const id of ids(2_001)) roster.noteStored(sleeperOf(id), Infinity);
    await n8n.pass(90_000);
    const listed = () => {
      const all = rootsOf(n8n)[0]!.list!.ids;
      return [all.length, all.includes('2001')];
    };
    expect([listed(), n8n.calls]).toEqual([[2_000, false], ['root']]);
    roster.leave('2');
    await n8n.pass(6_000);
    expect(listed()).toEqual([2_000, true]);
  });

  it('sleep anew, four at a time, before a timer is less than a quarter of an hour away', async () => {
    const n8n = begun(9);
    for (let minutes = 0; minutes < 60; minutes++) {
      await n8n.pass(60_000);
      const leftMs = [...n8n.rows.values()]
        .filter(({ kind }) => kind !== 'root')
        .map(({ timerAtMs }) => timerAtMs - n8n.world.nowMs());
      expect(Math.min(...leftMs)).toBeGreaterThan(15 * 60_000);
    }
    expect(n8n.mostCalled()).toBe(4);
    // Each of them once in about 20 minutes.
    const visits = [...n8n.rows.values()].map(({ storedAtMs }) => storedAtMs.length);
    expect(Math.max(...visits.slice(1))).toBeLessThan(8);
  });

  it('are all on the list when the root makes it: nobody else is called meanwhile', async () => {
    const n8n = begun(2, { visitMs: 5, random: () => 0 });
    await n8n.pass(69_000);
    n8n.begin('3');
    await n8n.pass(60_000);
    // The second has slept anew as well, for its timer came near while the third was to be listed.
    expect(n8n.calls).toEqual(['1', '1', '2']);
    expect(rootOf(n8n)).toEqual(['1', ['2', '3']]);
  });

  it('are on a list that is made while they fall asleep', () => {
    const { roster, findRole } = prepareRoster();
    const [root, other] = [sleeperOf('1'), sleeperOf('2')];
    expect([findRole(root).kind, findRole(other).kind]).toEqual(['root', 'fresh']);
    expect(findRole(root)).toEqual({ kind: 'root', others: [other] });
    roster.leave('2', true);
    // It sleeps for long now: a list without it would leave it to its timer.
    expect(findRole(other).kind).toBe('listed');
    expect(findRole(root)).toEqual({ kind: 'root', others: [other] });
  });

  it('have one called where the root could not sleep, before n8n has stored any', () => {
    const { roster, findRole, wake, callN8n } = prepareRoster();
    const [root, other] = [sleeperOf('1'), sleeperOf('2')];
    findRole(root);
    findRole(other);
    roster.leave('1');
    expect(wake.mock.calls).toEqual([[other, callN8n]]);
    roster.leave('2');
    expect(roster.isEmpty).toBe(true);
  });

  it('leave nothing behind when all are over', async () => {
    const n8n = simulateN8n();
    for (const id of ids(6)) n8n.begin(id, { lastsMs: 1_000 * Number(id) + 60_000 });
    await n8n.pass(3_600_000);
    expect(n8n.rosterOf('one').isEmpty).toBe(true);
    expect(n8n.world.pendingTimers()).toBe(0);
    n8n.begin('7');
    expect(n8n.rosterOf('one').isEmpty).toBe(true);
    await n8n.pass(60);
    // It is about to sleep, and then asleep.
    expect(n8n.rosterOf('one').isEmpty).toBe(false);
    await n8n.pass(100_000);
    expect(n8n.rosterOf('one').isEmpty).toBe(false);
    expect(n8n.rows.get('7')!.storedAtMs).toHaveLength(2);
  });

  it('keep the root that takes a while to list them', async () => {
    const n8n = begun(3, { visitMs: 4_500 });
    await n8n.pass(60_000);
    expect(n8n.calls).toEqual(['1']);
    expect(rootOf(n8n)).toEqual(['1', ['2', '3']]);
  });
});

describe('after a restart', () => {
  it('those whom the root had listed are called, four at a time', async () => {
    const n8n = begun(9, { hearsCalls: () => false });
    await n8n.pass(200);
    n8n.kill();
    void n8n.rosterOf('one').wakeListed(ids(9).map(sleeperOf), n8n.callN8n);
    await n8n.pass(100);
    expect(n8n.calls).toEqual(ids(4));
    // Until they are awake, the next root lists them as well.
    const role = n8n.rosterOf('one').findRole(sleeperOf('10'), n8n.callN8n);
    expect(role).toEqual({ kind: 'root', others: ids(9).map(sleeperOf) });
  });

  it('who has woken by itself, or sleeps in this process, is let alone', async () => {
    const n8n = begun(7, { hearsCalls: (id) => id !== '7' });
    await n8n.pass(200);
    n8n.kill();
    const roster = n8n.rosterOf('one');
    roster.noteStored(sleeperOf('1'), 600_000);
    const ended = roster.wakeListed(ids(6).map(sleeperOf), n8n.callN8n);
    roster.leave('6');
    await ended;
    expect(n8n.calls).toEqual(['2', '3', '4', '5']);
  });

  it('who is called in vain is not listed any more', async () => {
    const { world, callN8n } = simulateN8n();
    const wake = async () => 'givenUp' as const;
    const roster = new Roster({ ...world, wake });
    await roster.wakeListed([sleeperOf('1')], callN8n);
    expect(roster.isEmpty).toBe(true);
  });
});
