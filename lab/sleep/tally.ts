import type { History } from './history.ts';

/** What many histories came to. */
export interface Tally extends Pick<
  History,
  'tasks' | 'delivered' | 'errorLines' | 'falseAlarms' | 'leftToPerson' | 'latestMs'
> {
  histories: number;
  /** How many executions n8n has lost of its own accord, by how. */
  lostByN8n: Record<string, number>;
  brokenHistories: number;
  /** Seeds by the promise that they broke, and what the first of them say. */
  broken: Record<string, { seeds: number[]; said: string[] }>;
}

const mostSaid = 5;

export const emptyTally = (): Tally => ({
  ...{ histories: 0, brokenHistories: 0, broken: {}, tasks: 0, delivered: 0 },
  ...{ errorLines: 0, falseAlarms: 0, leftToPerson: 0, lostByN8n: {}, latestMs: 0 },
});

const sums = ['tasks', 'delivered', 'errorLines', 'falseAlarms', 'leftToPerson'] as const;

function addLosses(tally: Tally, losses: Record<string, number>): void {
  for (const [how, count] of Object.entries(losses))
    tally.lostByN8n[how] = (tally.lostByN8n[how] ?? 0) + count;
}

export function addHistory(tally: Tally, history: History): void {
  tally.histories += 1;
  for (const key of sums) tally[key] += history[key];
  for (const how of history.lostByN8n) addLosses(tally, { [how]: 1 });
  tally.latestMs = Math.max(tally.latestMs, history.latestMs);
  if (history.broken.length > 0) tally.brokenHistories += 1;
  for (const one of history.broken) note(tally, one.split(':')[0]!, history.seed, one);
}

function note(tally: Tally, promise: string, seed: number, text: string): string | undefined {
  const kind = (tally.broken[promise] ??= { seeds: [], said: [] });
  if (kind.seeds.at(-1) !== seed) kind.seeds.push(seed);
  if (kind.said.length >= mostSaid) return undefined;
  const line = `seed ${seed}: ${text}`;
  kind.said.push(line);
  return line;
}

/** @returns what the added part says that is new */
export function mergeTallies(tally: Tally, part: Tally): string[] {
  const news: string[] = [];
  tally.histories += part.histories;
  tally.brokenHistories += part.brokenHistories;
  for (const key of sums) tally[key] += part[key];
  addLosses(tally, part.lostByN8n);
  tally.latestMs = Math.max(tally.latestMs, part.latestMs);
  for (const [promise, { seeds, said }] of Object.entries(part.broken)) {
    const kind = (tally.broken[promise] ??= { seeds: [], said: [] });
    kind.seeds.push(...seeds);
    for (const line of said) {
      if (kind.said.length >= mostSaid) break;
      kind.said.push(line);
      news.push(line);
    }
  }
  return news;
}

/** The last line says it all. */
export function tellTally(tally: Tally, eachMs: number): string[] {
  const { histories, tasks, delivered, errorLines, falseAlarms, leftToPerson, lostByN8n } = tally;
  const kinds = Object.entries(tally.broken).sort(
    ([, one], [, other]) => other.seeds.length - one.seeds.length,
  );
  const brokenCount = kinds.reduce((sum, [, { seeds }]) => sum + seeds.length, 0);
  const losses = Object.entries(lostByN8n);
  const lost = losses.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...losses.map(([how, count]) => `n8n’s own: ${count} executions ${how}`),
    ...kinds.map(
      ([promise, { seeds }]) =>
        `${promise}: ${seeds.length} histories (seeds ${seeds.slice(0, 10).join(', ')})`,
    ),
    `${histories} histories, ${brokenCount} broken promises; ${tasks} videos paid, ${delivered} handed on, ${leftToPerson} executions left to a person, ${lost} lost by n8n itself, ${falseAlarms} false alarms, ${errorLines} error lines of ours in n8n’s log, the latest video ${Math.round(tally.latestMs / 1000)} s late; ${eachMs.toFixed(1)} ms a history`,
  ];
}
