// Calls an address at a fixed rate, whatever the answers take, and prints as JSON how many
// milliseconds each took from the moment it was due. A process of its own, so that what the bench
// does meanwhile delays nothing.
// Arguments: the address, for how many seconds, how many calls in a second, and after how many
// seconds a call is given up, which then counts as having taken that long, as does one that is
// refused.
import { setTimeout as sleep } from 'node:timers/promises';

const [url, seconds, perSecond, patienceSeconds] = process.argv.slice(2);
const gapMs = 1000 / Number(perSecond);
const count = Math.round(Number(seconds) * Number(perSecond));
const startMs = performance.now();

async function callAt(dueMs: number): Promise<number> {
  await sleep(Math.max(0, dueMs - performance.now()));
  const signal = AbortSignal.timeout(Number(patienceSeconds) * 1000);
  try {
    const answer = await fetch(url!, { signal });
    await answer.arrayBuffer();
    // An n8n that is too busy answers some calls with 503.
    if (!answer.ok) return Number(patienceSeconds) * 1000;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return performance.now() - dueMs;
}

const latencies = await Promise.all(
  Array.from({ length: count }, (_, index) => callAt(startMs + index * gapMs)),
);
console.log(JSON.stringify(latencies));
