import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';

const require = createRequire(import.meta.url);
const load = (path: string) => require(`../../dist/nodes/${path}`) as Record<string, unknown>;
let watchAgain = () => {};

/** Leaves the sleeping executions of a file's tests to them: nobody asks for their tasks meanwhile. */
export function keepUnwatched(): void {
  beforeEach(leaveUnwatched);
  afterEach(() => watchAgain());
}

/** Has the executions of this test watched over all the same. */
export const watchOver = () => watchAgain();

/** As where the process that watched over them is gone, and nobody else wakes them. */
export function leaveUnwatched(): void {
  const assigning = load('sleep/assignWakers.js');
  const { watcher, reach } = load('sleep/processState.js') as Record<
    string,
    Record<string, unknown>
  >;
  const { assignWakers } = assigning;
  assigning.assignWakers = async () => ({ requester: {}, kind: 'alone' });
  watcher!.watch = () => undefined;
  reach!.findProblem = async () => undefined;
  watchAgain = () => {
    assigning.assignWakers = assignWakers;
    delete watcher!.watch;
    delete reach!.findProblem;
  };
}
