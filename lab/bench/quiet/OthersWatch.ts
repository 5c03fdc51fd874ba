import { execFileSync } from 'node:child_process';
import { findOwn, ownTicksBetween } from './findOwn.ts';
import { takeSnapshot, type Snapshot } from './procStat.ts';

const everyMs = 2_000;
/** How far back "now" goes: a single look is coarse. */
const windowMs = 10_000;

interface Span {
  endedAtMs: number;
  seconds: number;
  /** CPU time of others. */
  cpuSeconds: number;
}

/** How many processors others have used, on the mean and in the busiest ten seconds. */
export interface OthersUse {
  mean: number;
  most: number;
}

/** Watches how much of the processors is used by processes that the bench did not start. */
export class OthersWatch {
  private readonly ticksPerSecond = Number(
    execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }),
  );
  private readonly spans: Span[] = [];
  private last: { snapshot: Snapshot; own: Set<string> };
  private readonly timer: NodeJS.Timeout;
  private readonly benchPid: number;

  constructor(benchPid = process.pid) {
    this.benchPid = benchPid;
    const snapshot = takeSnapshot();
    this.last = { snapshot, own: findOwn(snapshot, benchPid) };
    this.timer = setInterval(() => this.look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Processors that others have used in the last ten seconds. */
  now(): number {
    this.look();
    return meanOf(this.spans.filter(({ endedAtMs }) => performance.now() - endedAtMs < windowMs));
  }

  /** @param sinceMs - by `performance.now()` */
  since(sinceMs: number): OthersUse {
    this.look();
    const spans = this.spans.filter(({ endedAtMs }) => endedAtMs > sinceMs);
    const windows = spans.map(({ endedAtMs }) =>
      meanOf(
        spans.filter(
          (span) => span.endedAtMs <= endedAtMs && span.endedAtMs > endedAtMs - windowMs,
        ),
      ),
    );
    return { mean: meanOf(spans), most: windows.reduce((most, each) => Math.max(most, each), 0) };
  }

  private look(): void {
    const { snapshot: before, own: ownBefore } = this.last;
    const snapshot = takeSnapshot();
    const own = findOwn(snapshot, this.benchPid, ownBefore);
    const ownTicks = ownTicksBetween(before, ownBefore, snapshot, own);
    this.spans.push({
      endedAtMs: snapshot.atMs,
      seconds: (snapshot.atMs - before.atMs) / 1000,
      cpuSeconds: (snapshot.busyTicks - before.busyTicks - ownTicks) / this.ticksPerSecond,
    });
    this.last = { snapshot, own };
  }
}

function meanOf(spans: Span[]): number {
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const cpuSeconds = spans.reduce((sum, span) => sum + span.cpuSeconds, 0);
  // Ticks are coarse, so that little use may come out below none.
  return seconds > 0 ? Math.max(0, cpuSeconds / seconds) : 0;
}
