import { sleep } from '../concurrency/sleep';
import { Roster } from './roster';

/** Who sleeps in this process. */
export const roster = new Roster({ nowMs: () => performance.now(), sleep });
