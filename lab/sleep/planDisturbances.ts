import type { Dice } from './Dice.ts';
import type { Disturbance, Plan } from './Plan.ts';

const minute = 60_000;

export function planDisturbances(
  dice: Dice,
  lastMs: number,
  setup: Plan['setup'],
  limit: number,
): Disturbance[] {
  const some: Disturbance[] = [];
  const when = () => dice.between(0, lastMs * 1.1);
  for (let n = dice.pick([0, 1, 1, 1, 2, 3]); n > 0; n--) {
    const kind = dice.pick(['kill', 'kill', 'stop'] as const);
    const after = dice.pick(['waking', 'waking', 'falling asleep', 'call', 'creation'] as const);
    const happenings = Math.floor(dice.scale(1, 60));
    some.push({
      kind,
      process: setup === 'queue' && dice.isTrue(0.4) ? 'worker' : 'main',
      atMs: when(),
      downMs: dice.scale(500, 20 * minute),
      ...(dice.isTrue(0.5) && { sharply: { after, happenings } }),
    });
  }
  if (dice.isTrue(0.2))
    some.push({
      kind: 'outage',
      atMs: when(),
      forMs: dice.scale(1_000, 5 * minute),
      how: dice.pick(['reset', 'unavailable', 'silent', 'keyRefused'] as const),
    });
  if (dice.isTrue(0.12))
    some.push({ kind: 'pause', atMs: when(), forMs: dice.scale(1_000, 2 * minute) });
  if (dice.isTrue(0.2))
    some.push({
      kind: 'slowStore',
      atMs: when(),
      forMs: dice.scale(5_000, 5 * minute),
      latencyMs: dice.scale(50, 4_000),
    });
  if (dice.isTrue(0.12))
    some.push({
      kind: 'clock',
      atMs: when(),
      byMs: dice.scale(1_000, 60 * minute) * dice.pick([-1, 1]),
    });
  if (dice.isTrue(0.08))
    some.push({ kind: 'unreachable', atMs: when(), forMs: dice.scale(1_000, 10 * minute) });
  // Other executions take the places that a limit leaves.
  const others =
    setup === 'regular' && limit > 0 && dice.isTrue(0.7) ? dice.whole(1, 3 * limit) : 0;
  const busyAtMs = when();
  for (let n = 0; n < others; n++)
    some.push({
      kind: 'busy',
      atMs: dice.isTrue(0.6) ? busyAtMs + dice.between(0, 5_000) : when(),
      forMs: dice.scale(2_000, 2.5 * minute),
    });
  if (dice.isTrue(0.08)) some.push({ kind: 'cancel', atMs: when() });
  for (let n = dice.pick([0, 0, 0, 1, 3]); n > 0; n--)
    some.push({
      kind: 'forgedCalls',
      atMs: when(),
      count: dice.whole(1, 5),
      named: dice.isTrue(0.5),
    });
  return some;
}

/** n8n is killed, and once more as soon as it has woken some who are to bring home the others. */
export function planKillsInStart(dice: Dice, lastMs: number): Disturbance[] {
  if (!dice.isTrue(0.5)) return [];
  const process = 'main';
  const atMs = dice.between(20_000, Math.max(20_000, lastMs * 0.4));
  // Long enough for the first timers to be overdue.
  const downMs = dice.between(80_000, 4 * minute);
  const happenings = Math.floor(dice.scale(4, 200));
  return [
    { kind: 'kill', process, atMs, downMs },
    {
      ...{ kind: 'kill', process, atMs: atMs + 10, downMs: dice.scale(1_000, minute) },
      sharply: { after: 'waking', happenings },
    },
  ];
}
