import type { Sleeper, WakeEnd } from '../../../nodes/call/Waker.ts';
import { startWait } from '../../../nodes/look/WaitState.ts';
import { Roster, type Role } from '../../../nodes/restart/Roster.ts';
import { timerMsOf } from '../../../nodes/restart/timers.ts';
import { simulateWorld, unfinished } from '../look/simulatedWorld.ts';

export const sleeperOf = (id: string): Sleeper => ({
  executionId: id,
  resumeUrl: `https://n8n.test/in/webhook-waiting/${id}/video-callback?signature=${id}-token`,
  statusUrl: `https://n8n.test/in/form-waiting/${id}/n8n-execution-status?signature=${id}-token`,
});

/** An execution as n8n's database has it. */
interface Row {
  id: string;
  account: string;
  endsAtMs: number;
  status: 'running' | 'waiting' | 'success';
  kind?: Role['kind'];
  timerAtMs: number;
  /** When it fell asleep first, and each time that it was stored asleep. */
  sinceMs: number;
  storedAtMs: number[];
  list?: { process: number; ids: string[] };
  /** When it came back in a process that did not put it to sleep. */
  backAtMs?: number;
}

interface Options {
  /** A number in [0, 1). */
  random?: () => number;
  /** How long a visit of the node takes, and then n8n to store it. */
  visitMs?: number;
  /** Whether an execution that is called comes. */
  hearsCalls?: (id: string) => boolean;
}

const startTakesMs = 6_000;

/** n8n with a database, processes that can be killed, and time that passes when all wait. */
export function simulateN8n({
  random = () => 0.5,
  visitMs = 50,
  hearsCalls = () => true,
}: Options = {}) {
  const world = simulateWorld(() => unfinished());
  const rows = new Map<string, Row>();
  /** Timers that went off in a process that had set them; those that were due as n8n started. */
  const wentOff: Row[] = [];
  const overdue: Row[] = [];
  const calls: string[] = [];
  let process = 0;
  const never = new Promise<never>(() => {});

  /** Resolves after the time, unless the process has been killed by then. */
  async function pass(ms: number): Promise<void> {
    const own = process;
    await world.sleep(ms);
    if (own !== process) await never;
  }
  const callN8n = async () => ({ httpStatus: 500, text: '' });
  let rosters = new Map<string, Roster>();
  const rosterOf = (account: string): Roster => {
    const roster = rosters.get(account) ?? new Roster({ nowMs: world.nowMs, sleep: pass, wake });
    rosters.set(account, roster);
    return roster;
  };

  const underWay = new Map<string, Promise<WakeEnd>>();
  let mostCalled = 0;
  /** Whoever is called already is not called once more. */
  async function wake({ executionId }: Sleeper): Promise<WakeEnd> {
    const own = process;
    const call = underWay.get(executionId) ?? callOnce(executionId);
    underWay.set(executionId, call);
    mostCalled = Math.max(mostCalled, underWay.size);
    const end = await call;
    if (own === process) underWay.delete(executionId);
    return end;
  }

  async function callOnce(executionId: string): Promise<WakeEnd> {
    const row = rows.get(executionId)!;
    if (row.status === 'success') rosterOf(row.account).leave(executionId);
    if (row.status === 'success') return 'over';
    calls.push(executionId);
    if (!hearsCalls(executionId)) return await never;
    await pass(20);
    if (row.status === 'waiting') void visit(row);
    return 'awake';
  }

  /** The node's visit: the task has ended, or the execution falls asleep. */
  async function visit(row: Row): Promise<void> {
    const roster = rosterOf(row.account);
    row.status = 'running';
    if (row.storedAtMs.length > 0) roster.leave(row.id, true);
    await pass(visitMs);
    const { nowMs } = world;
    if (nowMs() >= row.endsAtMs) {
      roster.leave(row.id);
      row.status = 'success';
      return;
    }
    const role = roster.findRole(sleeperOf(row.id), callN8n);
    const timerAtMs = timerMsOf(role.kind, startWait(), nowMs(), random);
    await pass(visitMs);
    const ids = role.kind === 'root' ? role.others.map(({ executionId }) => executionId) : [];
    store(row, role.kind, timerAtMs, ids);
    roster.noteStored(sleeperOf(row.id), timerAtMs - nowMs());
    void pass(row.endsAtMs - nowMs()).then(() => void (row.status === 'waiting' && visit(row)));
  }

  function store(row: Row, kind: Role['kind'], timerAtMs: number, ids: string[]): void {
    row.sinceMs ||= world.nowMs();
    row.storedAtMs.push(world.nowMs());
    Object.assign(row, { status: 'waiting', kind, timerAtMs, list: { process, ids } });
    void pass(timerAtMs - world.nowMs()).then(() => {
      if (row.status !== 'waiting' || row.timerAtMs !== timerAtMs) return;
      wentOff.push(row);
      void visit(row);
    });
  }

  /** What n8n's timer wakes after a start: the root has the others called before it goes on. */
  async function comeBack(row: Row): Promise<void> {
    const { timerAtMs } = row;
    await pass(Math.max(timerAtMs - world.nowMs(), 0));
    if (row.status !== 'waiting' || row.timerAtMs !== timerAtMs) return;
    const { ids } = row.list!;
    if (ids.length > 0 && row.list!.process !== process) {
      store(row, row.kind!, world.nowMs() + 65_000, ids);
      await rosterOf(row.account).wakeListed(ids.map(sleeperOf), callN8n);
    }
    if (row.status === 'waiting') await visit(row);
  }

  return {
    ...{ world, rows, wentOff, overdue, calls, pass, rosterOf, callN8n, wake },
    /** So many were called at a time. */
    mostCalled: () => mostCalled,
    /** An execution begins, and falls asleep if its task has not ended. */
    begin(id: string, { account = 'one', lastsMs = Infinity } = {}): void {
      const endsAtMs = world.nowMs() + lastsMs;
      const row: Row = {
        ...{ id, account, endsAtMs, status: 'running', timerAtMs: 0, sinceMs: 0, storedAtMs: [] },
      };
      rows.set(id, row);
      void visit(row);
    },
    kill(): void {
      process += 1;
      rosters = new Map();
      underWay.clear();
    },
    /** Starts n8n; the tasks of all that sleep have ended meanwhile. */
    async start(): Promise<void> {
      const upMs = world.nowMs() + startTakesMs;
      const asleep = [...rows.values()].filter(({ status }) => status === 'waiting');
      overdue.push(...asleep.filter(({ timerAtMs }) => timerAtMs <= upMs));
      for (const row of asleep) {
        let { status } = row;
        Object.defineProperty(row, 'status', {
          get: () => status,
          set(next: Row['status']) {
            status = next;
            if (next !== 'waiting') row.backAtMs ??= world.nowMs();
          },
        });
        row.endsAtMs = world.nowMs();
      }
      await pass(startTakesMs);
      for (const row of asleep) void comeBack(row);
    },
  };
}
