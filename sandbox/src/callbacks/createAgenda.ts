/** Something to be sent to a receiver, not before its time. */
export interface Entry<Job> {
  /** Host and port. */
  receiver: string;
  /** Unix milliseconds. */
  dueMs: number;
  job: Job;
}

interface Line<Job> {
  /** The earliest first. */
  waiting: Entry<Job>[];
  underWay: number;
  /** Sendings in a row that the receiver did not take. */
  failures: number;
}

/**
 * Decides what is sent next. Each receiver has a line of its own, and those that took the last one
 * come before those that did not: however many receivers are dead, they hold up no other.
 *
 * @param most - sendings under way at once
 * @param mostOfReceiver - of them, those to one receiver
 */
export function createAgenda<Job>(most: number, mostOfReceiver: number) {
  const lines = new Map<string, Line<Job>>();
  let underWay = 0;

  const headDueMs = ({ waiting }: Line<Job>) => waiting[0]?.dueMs ?? Infinity;
  const isOpen = (line: Line<Job>) => line.underWay < mostOfReceiver;

  return {
    add(entry: Entry<Job>): void {
      const line = lines.get(entry.receiver) ?? { waiting: [], underWay: 0, failures: 0 };
      lines.set(entry.receiver, line);
      const before = line.waiting.findLastIndex(({ dueMs }) => dueMs <= entry.dueMs);
      line.waiting.splice(before + 1, 0, entry);
    },
    /**
     * Takes what is to be sent now, one of each receiver in turn.
     *
     * @param limit - how many at most
     */
    take(nowMs: number, limit: number): Entry<Job>[] {
      const isReady = (line: Line<Job>) => isOpen(line) && headDueMs(line) <= nowMs;
      const ready = [...lines.values()]
        .filter(isReady)
        .sort((a, b) => a.failures - b.failures || headDueMs(a) - headDueMs(b));
      const taken: Entry<Job>[] = [];
      for (let open = ready; open.length > 0; open = open.filter(isReady))
        for (const line of open) {
          if (underWay >= most || taken.length >= limit) return taken;
          taken.push(line.waiting.shift() as Entry<Job>);
          line.underWay += 1;
          underWay += 1;
        }
      return taken;
    },
    /** To be told of the end of everything that was taken. */
    end(receiver: string, accepted: boolean): void {
      const line = lines.get(receiver);
      if (!line) return;
      underWay -= 1;
      line.underWay -= 1;
      line.failures = accepted ? 0 : line.failures + 1;
      if (line.underWay === 0 && line.waiting.length === 0) lines.delete(receiver);
    },
    /** When something is due that may be taken then; undefined when only an end makes room. */
    nextDueMs(): number | undefined {
      if (underWay >= most) return undefined;
      const next = Math.min(...[...lines.values()].filter(isOpen).map(headDueMs));
      return Number.isFinite(next) ? next : undefined;
    },
  };
}
