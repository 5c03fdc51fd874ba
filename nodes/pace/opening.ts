import { isFree, setSilentAside, silentAtMs } from './flights';
import { latencyOf, type Limit } from './limitState';
import { marginOf } from './Model';
import { raiseAt } from './raiseAt';

/** When the model lets the next request go. */
export function modelOpensAtMs(limit: Limit, nowMs: number): number {
  const { model, log, pausesInARow } = limit;
  // The pause stands in its place, and a kind that may go in the middle of it is only proving.
  if (pausesInARow > 0) return -Infinity;
  if (model.kind === 'rate') return limit.nextAtMs;
  if (model.kind !== 'window') return -Infinity;
  const before = log[log.length - model.most];
  if (before === undefined) return -Infinity;
  return before.sentAtMs + (model.ms + marginOf(model.ms)) / raiseAt(limit, nowMs);
}

/** Whether a window has taken all that it is known to take, or has been shown to since. */
function isBeyond(limit: Limit, nowMs: number): boolean {
  const { model, log } = limit;
  if (model.kind !== 'window') return false;
  // What it took that was tried in the window before, it takes for certain.
  const shownMs = nowMs - Math.max(model.ms, 3 * latencyOf(limit));
  const before = log[log.length - model.most];
  return before !== undefined && before.sentAtMs + model.ms / raiseAt(limit, shownMs) > nowMs;
}

/** When one more request may be under way, if no answer comes before: at once, or at that time. */
export function roomAtMs(limit: Limit, nowMs: number): number {
  const { flights, places, pausesInARow, model } = limit;
  const latencyMs = latencyOf(limit);
  setSilentAside(flights, latencyMs, nowMs);
  const most = model.kind === 'places' ? model.most * raiseAt(limit, nowMs) : Infinity;
  // Beyond what a window took before one goes after another, or many were refused at once.
  const isOne = pausesInARow > 0 || isBeyond(limit, nowMs);
  const size = isOne ? 1 : Math.floor(Math.min(places.size, most));
  return isFree(flights, size) ? nowMs : silentAtMs(flights, latencyMs);
}
