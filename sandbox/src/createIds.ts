import { createHash, randomBytes } from 'node:crypto';

/**
 * Makes ids, of which nothing can be guessed.
 *
 * @param seed - what to make them of instead, so that they are the same after each start and reset
 */
export function createIds(seed: string | undefined) {
  const made = new Map<string, number>();
  return {
    /** The next id of a kind, such as `task_0f…`. */
    next(kind: string): string {
      const count = (made.get(kind) ?? 0) + 1;
      made.set(kind, count);
      const bytes =
        seed === undefined
          ? randomBytes(10)
          : createHash('sha256').update(`${seed} ${kind} ${count}`).digest().subarray(0, 10);
      return `${kind}_${bytes.toString('hex')}`;
    },
    reset: () => made.clear(),
  };
}

export type Ids = ReturnType<typeof createIds>;
