import { describe, expect, it } from 'vitest';
import type { OwnAddresses } from '../../../nodes/n8n/ownAddresses.ts';
import { packRoster, unpackRoster } from '../../../nodes/restart/packRoster.ts';
import { Roster, type Place } from '../../../nodes/restart/roster.ts';
import { simulateWorld } from '../look/simulatedWorld.ts';
import { unfinished } from '../look/simulatedWorld.ts';

const addressesOf = (id: string): OwnAddresses => ({
  resumeUrl: `https://n8n.test/in/webhook-waiting/${id}/videogen-callback?signature=${id}-token`,
  statusUrl: `https://n8n.test/in/form-waiting/${id}/n8n-execution-status?signature=${id}-token`,
});

/**
 * A process whose executions sleep. What n8n does with a call: it wakes an execution that the
 * roster wants, or that somebody calls after a restart, which then falls asleep once more.
 */
function simulateProcess({
  answersCalls = true,
  state = (_: string): string => 'waiting',
  hasStored = (_: string): boolean => true,
  timerMs = Infinity,
} = {}) {
  const world = simulateWorld(() => unfinished());
  const roster = new Roster({
    nowMs: world.nowMs,
    sleep: (ms) => world.sleep(ms, new AbortController().signal),
  });
  const places = new Map<string, Place>();
  const calls: string[] = [];
  const asked: string[] = [];
  const idOf = (url: string) => url.split('/').at(-2)!;
  const caller = {
    async post(url: string) {
      calls.push(idOf(url));
      if (answersCalls) void fallAsleep(idOf(url));
      return { httpStatus: 200, text: '{}' };
    },
    get: async (url: string) => {
      asked.push(idOf(url));
      return hasStored(idOf(url))
        ? { httpStatus: 200, text: JSON.stringify(state(idOf(url))) }
        : { httpStatus: 500, text: "Cannot read properties of undefined (reading 'resumeToken')" };
    },
  };
  async function fallAsleep(id: string): Promise<Place> {
    roster.arrive(id);
    const place = await roster.takePlace(id, addressesOf(id), caller);
    await world.sleep(50, new AbortController().signal);
    places.set(id, place);
    roster.noteStored(id, addressesOf(id), place, timerMs);
    return place;
  }
  const pass = (ms: number) => world.sleep(ms, new AbortController().signal);
  return { world, roster, places, calls, asked, caller, fallAsleep, pass };
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}`);

const kindOf = ({ places }: { places: Map<string, Place> }, id: string) => places.get(id)?.kind;

describe('who brings home whom', () => {
  it('wakes whoever’s timer comes near before n8n sets it, which is at most 70 s ahead', async () => {
    const process = simulateProcess({ timerMs: 90_000 });
    await process.fallAsleep('1');
    await process.pass(9_000);
    expect(process.calls).toEqual([]);
    await process.pass(9_500);
    expect(process.calls).toEqual(['1']);
    await process.pass(60_000);
    expect(process.calls.length).toBeGreaterThanOrEqual(4);
    process.roster.arrive('1');
    const calls = process.calls.length;
    await process.pass(60_000);
    expect(process.calls).toHaveLength(calls);
    expect(process.roster.size).toBe(0);
  });

  it('are two roots; nobody else falls asleep before both have stored it', async () => {
    const process = simulateProcess();
    for (const id of ids(2)) expect((await process.fallAsleep(id)).kind).toBe('root');
    const leaf = process.fallAsleep('3');
    await process.pass(1_900);
    expect(process.places.has('3')).toBe(false);
    expect((await leaf).kind).toBe('leaf');
    expect(process.calls.toSorted()).toEqual(ids(2));
    for (const called of ids(2)) {
      const stored = process.places.get(called) as Extract<Place, { kind: 'root' }>;
      expect([...stored.lists.keys()].toSorted()).toEqual(ids(3).filter((id) => id !== called));
    }
  });

  it('costs one waking of each root for all that fall asleep within two seconds', async () => {
    const process = simulateProcess();
    for (const id of ids(2)) await process.fallAsleep(id);
    const kinds = await Promise.all(ids(50).map((id) => process.fallAsleep(`9${id}`)));
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['leaf']));
    expect(process.calls).toHaveLength(2);
  });

  it('is found anew when the roots have left', async () => {
    const process = simulateProcess();
    for (const id of ids(4)) await process.fallAsleep(id);
    for (const id of ids(2)) process.roster.arrive(id);
    await process.pass(10_000);
    expect(['3', '4'].map((id) => kindOf(process, id))).toEqual(['root', 'root']);
  });

  it('lists everybody in each root, some seconds later', async () => {
    const process = simulateProcess();
    for (const id of ids(20)) await process.fallAsleep(id);
    await process.pass(10_000);
    const leaves = ids(20).filter((id) => process.places.get(id)!.kind === 'leaf');
    expect(leaves).toHaveLength(18);
    for (const place of process.places.values())
      if (place.kind === 'root')
        expect([...place.lists.keys()]).toEqual(expect.arrayContaining(leaves));
  });

  it('lets a root wake only while another one is stored, as long as somebody else sleeps', async () => {
    const process = simulateProcess();
    for (const id of ids(2)) await process.fallAsleep(id);
    await Promise.all(['3', '4'].map((id) => process.fallAsleep(id)));
    await process.pass(10_000);
    const { roster, world, calls } = process;
    const before = calls.length;
    const timeOf = async (id: string) => {
      const sinceMs = world.nowMs();
      await roster.relieve(id);
      return world.nowMs() - sinceMs;
    };
    const [first, second, leaf] = await Promise.all(['1', '2', '3'].map(timeOf));
    expect([first, leaf]).toEqual([0, 0]);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThanOrEqual(1_500);
    // Who fell asleep last has been woken, and is a root.
    expect(calls.slice(before)).toContain('4');
    expect(kindOf(process, '4')).toBe('root');
  });

  it('lets the last root wake at once where nobody else sleeps, and after a while in any case', async () => {
    const alone = simulateProcess();
    await alone.fallAsleep('1');
    const sinceMs = alone.world.nowMs();
    await alone.roster.relieve('1');
    expect(alone.world.nowMs()).toBe(sinceMs);
    const jammed = simulateProcess({ answersCalls: false });
    for (const id of ids(2)) await jammed.fallAsleep(id);
    const place = { kind: 'leaf' } as const;
    jammed.roster.noteStored('3', addressesOf('3'), place, Infinity);
    const fromMs = jammed.world.nowMs();
    await Promise.all(ids(2).map((id) => jammed.roster.relieve(id)));
    expect(jammed.world.nowMs() - fromMs).toBe(5_000);
  });

  it('calls nobody who is over: n8n would write an error about it', async () => {
    const process = simulateProcess({ timerMs: 90_000, state: () => 'canceled' });
    const over: string[] = [];
    process.roster.onOver = (id) => over.push(id);
    await process.fallAsleep('1');
    await process.pass(60_000);
    expect(process.calls).toEqual([]);
    expect(over).toEqual(['1']);
    expect(process.roster.size).toBe(0);
  });

  it('is nobody, where a root that is called does not come: each has a timer of its own', async () => {
    const process = simulateProcess({ answersCalls: false });
    for (const id of ids(4)) await process.fallAsleep(id);
    expect((await process.fallAsleep('5')).kind).toBe('alone');
    const before = process.world.nowMs();
    expect((await process.fallAsleep('6')).kind).toBe('alone');
    expect(process.world.nowMs() - before).toBeLessThan(1_000);
  });

  it('holds nothing when all are over', async () => {
    const process = simulateProcess();
    for (const id of ids(6)) await process.fallAsleep(id);
    for (const id of ids(6)) process.roster.arrive(id);
    await process.pass(200_000);
    expect(process.roster.size).toBe(0);
    expect(process.world.pendingTimers()).toBe(0);
  });
});

describe('after a restart', () => {
  it('calls those that still sleep, and no others', async () => {
    const process = simulateProcess({ state: (id) => (id === '3' ? 'success' : 'waiting') });
    const lists = new Map(ids(4).map((id) => [id, addressesOf(id)]));
    process.roster.adopt(lists, process.caller);
    await process.pass(30_000);
    expect([...new Set(process.calls)].toSorted()).toContain('1');
    expect(process.calls).not.toContain('3');
    expect([...process.places.keys()].toSorted()).toEqual(['1', '2', '4']);
  });

  it('asks again while n8n cannot be asked, however long that is', async () => {
    let isUp = false;
    const process = simulateProcess({ state: () => (isUp ? 'waiting' : '<html>') });
    process.roster.adopt(new Map([['1', addressesOf('1')]]), process.caller);
    await process.pass(600_000);
    expect(process.calls).toEqual([]);
    isUp = true;
    await process.pass(31_000);
    expect(process.calls).toEqual(['1']);
  });

  it('calls again, ever less often, while one that heard the call still sleeps', async () => {
    const process = simulateProcess({ answersCalls: false });
    process.roster.adopt(new Map([['1', addressesOf('1')]]), process.caller);
    const callsAfter = async (ms: number) => (await process.pass(ms), process.calls.length);
    expect(await callsAfter(29_000)).toBe(1);
    expect(await callsAfter(31_000)).toBe(2);
    expect(await callsAfter(600_000)).toBe(5);
    const place = process.roster.takePlace('2', addressesOf('2'), process.caller);
    expect(await place).toMatchObject({ lists: new Map([['1', addressesOf('1')]]) });
    process.roster.arrive('1');
    expect(await callsAfter(3_600_000)).toBe(5);
  });

  it('asks once for one of which n8n has stored nothing: it writes an error about that', async () => {
    const process = simulateProcess({ hasStored: (id) => id !== '1' });
    process.roster.adopt(new Map(ids(2).map((id) => [id, addressesOf(id)])), process.caller);
    await process.pass(600_000);
    expect(process.asked.filter((id) => id === '1')).toEqual(['1']);
    expect(process.calls).toContain('2');
  });

  it('finds the addresses of the others in what a root has stored', () => {
    const lists = new Map(['7', '8'].map((id) => [id, addressesOf(id)]));
    const stored = JSON.parse(JSON.stringify(packRoster(lists))) as ReturnType<typeof packRoster>;
    expect(unpackRoster(stored, addressesOf('1'))).toEqual(lists);
  });
});
