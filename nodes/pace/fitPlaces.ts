import { count, fewTaken, isTaken, type Trace } from './Model';

/** So much of what was taken and refused may be told otherwise. */
export const placesMisfit = 0.25;
/** n8n sends requests at least as fast when it sends many. */
const longestGapMs = 5;

/** So many at once explain who was taken and who was not, if any number does. */
export function fitPlaces(
  requests: readonly Trace[],
  mostMisfit = placesMisfit,
): number | undefined {
  const crowds: Array<{ crowd: number; taken: boolean }> = [];
  const leftAtMs = spread(requests.map(({ sentAtMs }) => sentAtMs));
  const inside: number[] = [];
  for (const [nth, trace] of requests.entries()) {
    const { landedAtMs = Infinity } = trace;
    const sentAtMs = leftAtMs[nth]!;
    for (let n = inside.length - 1; n >= 0; n--) if (inside[n]! <= sentAtMs) inside.splice(n, 1);
    crowds.push({ crowd: inside.length, taken: isTaken(trace) });
    if (isTaken(trace)) inside.push(landedAtMs);
  }
  const first = crowds.findIndex(({ taken }) => !taken);
  // With few taken behind a refusal, a window or a rate would look the same.
  if (first < 0 || count(crowds.slice(first), ({ taken }) => taken) < fewTaken) return undefined;
  const share = (most: number, of: boolean) => {
    const those = crowds.filter(({ taken }) => taken === of);
    return those.filter(({ crowd }) => of !== crowd < most).length / those.length;
  };
  const misfit = (most: number) => Math.max(share(most, true), share(most, false));
  const near = crowds[first]!.crowd;
  const all = Array.from({ length: near + 1 }, (_, n) => 1 + n + Math.floor(near / 2));
  const best = all.reduce((one, other) => (misfit(other) < misfit(one) ? other : one));
  return misfit(best) <= mostMisfit ? best : undefined;
}

/** The requests of one turn do not leave at the same moment, though it is noted as one. */
function spread(atMs: readonly number[]): number[] {
  let gapMs = longestGapMs;
  let firstOfTurn = 0;
  const nth = atMs.map((one, n) => {
    if (one > atMs[firstOfTurn]!) {
      gapMs = Math.min(gapMs, (one - atMs[firstOfTurn]!) / (n - firstOfTurn));
      firstOfTurn = n;
    }
    return n - firstOfTurn;
  });
  return atMs.map((one, n) => one + nth[n]! * gapMs);
}
