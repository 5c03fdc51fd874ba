import { describe, expect, it } from 'vitest';
import type { Sleeper } from '../../../nodes/call/Waker.ts';
import { packList, unpackList } from '../../../nodes/restart/packList.ts';
import { Sleepers, type Role } from '../../../nodes/restart/Sleepers.ts';
import { simulateWorld, unfinished } from '../look/simulatedWorld.ts';

const sleeperOf = (id: string): Sleeper => ({
  executionId: id,
  resumeUrl: `https://n8n.test/in/webhook-waiting/${id}/video-callback?signature=${id}-token`,
  statusUrl: `https://n8n.test/in/form-waiting/${id}/n8n-execution-status?signature=${id}-token`,
});

/** A process whose executions sleep; one that is called wakes, and falls asleep once more. */
function simulateProcess({
  hearsCalls = true,
  isOver = (_: string): boolean => false,
  timerMs = (_: Role['kind']): number => Infinity,
} = {}) {
  const world = simulateWorld(() => unfinished());
  const pass = (ms: number) => world.sleep(ms, new AbortController().signal);
  const roles = new Map<string, Role>();
  const calls: string[] = [];
  const callN8n = async () => ({ httpStatus: 500, text: '' });
  const sleepers = new Sleepers({
    nowMs: world.nowMs,
    sleep: pass,
    async wake(sleeper) {
      const { executionId } = sleeper;
      expect(sleeper).toMatchObject(sleeperOf(executionId));
      if (isOver(executionId)) sleepers.leave(executionId);
      if (isOver(executionId)) return 'over';
      calls.push(executionId);
      await pass(20);
      if (!hearsCalls) return await new Promise<never>(() => {});
      void fallAsleep(executionId);
      return 'awake';
    },
  });
  async function fallAsleep(id: string): Promise<Role> {
    sleepers.leave(id);
    const role = await sleepers.findRole(sleeperOf(id), callN8n);
    await pass(50);
    roles.set(id, role);
    sleepers.noteStored(sleeperOf(id), role, timerMs(role.kind));
    return role;
  }
  return { world, sleepers, roles, calls, callN8n, fallAsleep, pass };
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}`);

/** Whom one has stored. */
function listOf(id: string, { roles }: { roles: Map<string, Role> }): string[] | undefined {
  const role = roles.get(id)!;
  return 'others' in role ? [...role.others.keys()].toSorted() : undefined;
}

describe('who wakes whom', () => {
  it('makes a newcomer the first, and wakes neither the one before nor others for it', async () => {
    const process = simulateProcess();
    expect((await process.fallAsleep('1')).kind).toBe('first');
    const second = process.fallAsleep('2');
    await process.pass(900);
    expect(process.roles.has('2')).toBe(false);
    expect((await second).kind).toBe('first');
    await process.pass(2_000);
    expect([process.calls, listOf('2', process)]).toEqual([[], ['1']]);
    const third = process.fallAsleep('3');
    await process.pass(51);
    expect((await Promise.race([third, undefined]))?.kind).toBe('first');
  });

  it('has the one before the one before listed at once', async () => {
    const process = simulateProcess();
    for (const id of ids(3)) await process.fallAsleep(id);
    expect(process.calls).toEqual(['1']);
    await process.pass(2_000);
    expect(process.roles.get('1')!.kind).toBe('listed');
    expect([process.calls, listOf('3', process)]).toEqual([['1'], ['1', '2']]);
  });

  it('has the second store all others by its timer, and a listed one take its place', async () => {
    const timersMs = { first: 100_000, second: 200_000, listed: Infinity, alone: NaN };
    const process = simulateProcess({ timerMs: (kind) => timersMs[kind] });
    for (const id of ids(6)) await process.fallAsleep(id);
    const theSecond = () => [...process.roles].find(([, { kind }]) => kind === 'second')![0];
    await process.pass(25_000);
    const second = theSecond();
    expect([second, ...listOf(second, process)!].toSorted()).toEqual(ids(6));
    process.sleepers.leave(second);
    process.roles.delete(second);
    await process.pass(5_000);
    const rest = ids(6).filter((id) => id !== second);
    expect([theSecond(), ...listOf(theSecond(), process)!]).toEqual(expect.arrayContaining(rest));
  });

  it('lets nobody else fall asleep before the first has stored them', async () => {
    const process = simulateProcess();
    await process.fallAsleep('1');
    const newcomers = ids(50).map((id) => process.fallAsleep(`9${id}`));
    await process.pass(1_049);
    expect([...process.roles.keys()]).toEqual(['1']);
    const kinds = (await Promise.all(newcomers)).map(({ kind }) => kind);
    expect(kinds).toEqual(['first', ...Array<string>(49).fill('listed')]);
    await process.pass(10_000);
    expect(process.calls).toEqual([]);
    expect(listOf('91', process)).toHaveLength(50);
  });

  it('makes another the first when the first has left', async () => {
    const process = simulateProcess();
    await Promise.all(ids(4).map(process.fallAsleep));
    await process.pass(3_000);
    process.sleepers.leave('2');
    await process.pass(5_000);
    expect([process.roles.get('4')!.kind, listOf('4', process)]).toEqual(['first', ['1', '3']]);
  });

  it('lets one that is listed fall asleep once more without calling anyone', async () => {
    const process = simulateProcess();
    for (const id of ids(4)) await process.fallAsleep(id);
    await process.pass(5_000);
    process.calls.length = 0;
    const [listed] = [...process.roles].find(([, { kind }]) => kind === 'listed')!;
    expect((await process.fallAsleep(listed)).kind).toBe('listed');
    expect(process.calls).toEqual([]);
  });

  it('keeps nobody awake for one that fails before it sleeps as the first', async () => {
    const { sleepers, callN8n, fallAsleep, pass } = simulateProcess();
    await sleepers.findRole(sleeperOf('1'), callN8n);
    const newcomer = fallAsleep('2');
    await pass(7_100);
    expect(await Promise.race([newcomer, 'none'])).toMatchObject({ kind: 'first' });
  });

  it('has one listed that fell asleep when a later first had stored all others', async () => {
    const process = simulateProcess();
    await Promise.all(ids(2).map(process.fallAsleep));
    await process.pass(5_000);
    process.sleepers.noteStored(sleeperOf('3'), { kind: 'listed' }, Infinity);
    await process.pass(5_000);
    expect(listOf('3', process)).toEqual(['1', '2']);
  });

  it('wakes whoever’s timer comes near before n8n sets it, which is at most 70 s ahead', async () => {
    const process = simulateProcess({ timerMs: () => 90_000 });
    await process.fallAsleep('1');
    await process.pass(9_000);
    expect(process.calls).toEqual([]);
    await process.pass(9_500);
    expect(process.calls).toEqual(['1']);
    await process.pass(60_000);
    expect(process.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('calls all whose timers come near one after another, four at a time, without a pause', async () => {
    const process = simulateProcess({ timerMs: () => 90_000 });
    await Promise.all(ids(9).map(process.fallAsleep));
    while (process.calls.length < 4) await process.pass(5);
    expect(process.calls.length).toBeLessThan(6);
    await process.pass(100);
    expect(new Set(process.calls).size).toBe(9);
  });

  it('wants nobody but the one it calls', async () => {
    const process = simulateProcess();
    for (const id of ids(2)) await process.fallAsleep(id);
    void process.fallAsleep('3');
    while (process.calls.length === 0) await process.pass(5);
    expect(ids(3).map(process.sleepers.isWanted)).toEqual([true, false, false]);
    await process.pass(1_000);
    expect(ids(3).map(process.sleepers.isWanted)).toEqual([false, false, false]);
  });

  it('calls nobody who is over', async () => {
    const process = simulateProcess({ timerMs: () => 90_000, isOver: () => true });
    await process.fallAsleep('1');
    await process.pass(60_000);
    expect(process.calls).toEqual([]);
    expect((await process.fallAsleep('2')).kind).toBe('first');
  });

  it('keeps nobody awake for one that is called and does not come', async () => {
    const process = simulateProcess({ hearsCalls: false });
    for (const id of ids(3)) await process.fallAsleep(id);
    expect(process.calls).toEqual(['1']);
    const beforeMs = process.world.nowMs();
    expect((await process.fallAsleep('4')).kind).toBe('first');
    expect(process.world.nowMs() - beforeMs).toBeLessThan(2_500);
    expect(process.calls).toEqual(['1']);
  });

  it('holds nothing when all are over', async () => {
    const process = simulateProcess();
    for (const id of ids(6)) await process.fallAsleep(id);
    await process.pass(5_000);
    for (const id of ids(6)) process.sleepers.leave(id);
    await process.pass(200_000);
    expect(process.world.pendingTimers()).toBe(0);
  });
});

describe('after a restart', () => {
  const lists = (count: number) => ids(count).map(sleeperOf);
  const byId = (count: number) => new Map(ids(count).map((id) => [id, sleeperOf(id)]));

  it('wakes those whom the first had listed, four at a time', async () => {
    const process = simulateProcess();
    void process.sleepers.wakeListed(lists(9), process.callN8n);
    await process.pass(10);
    expect(process.calls).toEqual(ids(4));
    await process.pass(10_000);
    expect([...process.roles.keys()].toSorted()).toEqual(ids(9));
  });

  it('lets alone who has woken by itself, and who sleeps in this process', async () => {
    const process = simulateProcess();
    await process.fallAsleep('1');
    void process.sleepers.wakeListed(lists(6), process.callN8n);
    process.sleepers.leave('6');
    await process.pass(500);
    expect(process.calls).toEqual(['2', '3', '4', '5']);
  });

  it('has the next first list those who have not woken yet', async () => {
    const process = simulateProcess({ hearsCalls: false });
    void process.sleepers.wakeListed(lists(2), process.callN8n);
    const role = await process.fallAsleep('3');
    expect(role).toEqual({ kind: 'first', others: byId(2) });
  });

  it('finds the addresses of the others in what the first has stored', () => {
    const stored = JSON.parse(JSON.stringify(packList(byId(2)))) as ReturnType<typeof packList>;
    expect(unpackList(stored, sleeperOf('7'))).toEqual(lists(2));
  });
});
