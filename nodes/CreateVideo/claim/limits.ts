import type { DedupStore } from '../../n8n/dedupStore';
import type { Limit } from '../fields/options';
import { failureFor, type Failure } from '../../outcomes/Failure';

/** The day or month in a time zone, such as "2026-11-23" or "2026-11". */
export function periodAt(atMs: number, per: 'day' | 'month', timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);
  return per === 'day' ? day : day.slice(0, 'yyyy-mm'.length);
}

/** Counts the videos of one period for one page. */
export interface Counter {
  limit: Limit;
  /** Whether there is enough room, unless others have just given some back. */
  hasRoomFor(videos: number): Promise<boolean>;
  /** Takes room for all or none. @returns how many of them there is room for */
  take(videos: number): Promise<number>;
  giveBack(videos: number): Promise<void>;
}

/** How many videos the node may have ordered in an execution. */
export interface CountedVideos {
  videos?: { executionId: string; count: number };
}

export function countInRecord(stored: CountedVideos, limit: Limit, executionId: string): Counter {
  // Calls of an MCP server have no execution ID, and each counts as an execution.
  const isSame = executionId && stored.videos?.executionId === executionId;
  const videos = isSame ? stored.videos! : (stored.videos = { executionId, count: 0 });
  const left = () => Math.max(limit.most - videos.count, 0);
  return {
    limit,
    hasRoomFor: async (wanted) => wanted <= left(),
    async take(wanted) {
      if (wanted > left()) return left();
      videos.count += wanted;
      return wanted;
    },
    giveBack: async (unused) => void (videos.count -= unused),
  };
}

/** Gives each video of a day or month a number, which is free until n8n's store has it. */
export function countInStore(store: DedupStore, limit: Limit, period: string): Counter {
  const { most } = limit;
  const own: string[] = [];
  const nameOf = (number: number) => `video ${number} of ${period}`;
  return {
    limit,
    async hasRoomFor(videos) {
      // The lowest free number is taken first. A kill before `remove` leaves only one too many.
      const name = nameOf(most - videos + 1);
      if (videos > most || !(await store.record([name])).has(name)) return false;
      await store.remove([name]);
      return true;
    },
    async take(videos) {
      const taken: string[] = [];
      let first = 1;
      for (let size = videos; first <= most && taken.length < videos; size *= 2) {
        const length = Math.min(size, most - first + 1);
        taken.push(...(await store.record(Array.from({ length }, (_, at) => nameOf(first + at)))));
        first += size;
      }
      const isEnough = taken.length >= videos;
      await store.remove(taken.slice(isEnough ? videos : 0));
      if (isEnough) own.push(...taken.slice(0, videos));
      return Math.min(taken.length, videos);
    },
    giveBack: async (videos) => await store.remove(own.splice(Math.max(own.length - videos, 0))),
  };
}

export function overLimit(wanted: number, left: number, { most, per }: Limit): Failure {
  const option = `Videos per ${per.charAt(0).toUpperCase()}${per.slice(1)}`;
  const orWait = per === 'execution' ? '' : ` or wait until the next ${per}`;
  const about = {
    videos: `${wanted} ${wanted === 1 ? 'video' : 'videos'}`,
    limit: `${most} ${option}`,
    room: left === 0 ? 'is used up' : `leaves room for only ${left}`,
    option,
    instead: left === 0 ? orWait : ' or run fewer rows',
  };
  return failureFor('tooManyVideos', {}, about);
}
