import type { Turn } from './playRestart.ts';

/**
 * Lets so many at a time have their turn. Who has had one before comes first: it is late already,
 * while the others have not begun.
 */
export function makeTurns(atOnce: number): () => Turn {
  const queue: Array<{ isSecond: boolean; go(): void }> = [];
  let free = atOnce;
  const next = () => {
    const index = Math.max(
      0,
      queue.findIndex(({ isSecond }) => isSecond),
    );
    queue.splice(index, 1)[0]?.go();
  };
  return () => {
    let isSecond = false;
    return async (what) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => queue.push({ isSecond, go }));
      isSecond = true;
      try {
        return await what();
      } finally {
        if (queue.length > 0) next();
        else free += 1;
      }
    };
  };
}
