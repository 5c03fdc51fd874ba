import type { BenchOptions } from '../options.ts';
import type { Result } from '../results/result.ts';

type Stored = ReadonlyMap<string, Pick<Result, 'session'>>;

/** The session that this call belongs to: the latest one when it is to go on, else a new one. */
export function chooseSession(
  { resume }: Pick<BenchOptions, 'resume'>,
  stored: Stored,
  now: string,
): string {
  const sessions = [...stored.values()].map(({ session }) => session).sort();
  return (resume && sessions.at(-1)) || now;
}

/** The measures to take now: those that are named and that the session lacks. */
export function chooseMeasures<M extends { name: string }>(
  all: readonly M[],
  { only, report, resume }: Pick<BenchOptions, 'only' | 'report' | 'resume'>,
  stored: Stored,
  session: string,
): M[] {
  if (report) return [];
  const isDone = (name: string) => resume && stored.get(name)?.session === session;
  return all.filter(({ name }) => !isDone(name) && (only.length === 0 || only.includes(name)));
}
