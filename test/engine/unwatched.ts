import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';
import { leaveUnwatched } from './leaveUnwatched.ts';

const require = createRequire(import.meta.url);
const load = (path: string) => require(`../../dist/${path}`) as Record<string, unknown>;
let watchAgain = () => {};

/** Leaves the sleeping executions of a file's tests to them: nobody asks for their tasks meanwhile. */
export function keepUnwatched(): void {
  beforeEach(() => void (watchAgain = leaveUnwatched(load)));
  afterEach(() => watchAgain());
}

/** Has the executions of this test watched over all the same. */
export const watchOver = () => watchAgain();
