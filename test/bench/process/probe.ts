// Calls an address at a fixed rate, whatever the answers take, and prints as JSON how many
// milliseconds each took from the moment it was due. A process of its own, so that what the bench
// does meanwhile delays nothing.
// Arguments: the address, for how many seconds, how many calls in a second.
import { setTimeout as sleep } from 'node:timers/promises';

const [url, seconds, perSecond] = process.argv.slice(2);
const gapMs = 1000 / Number(perSecond);
const count = Math.round(Number(seconds) * Number(perSecond));
const startMs = performance.now();

async function callAt(dueMs: number): Promise<number> {
  await sleep(Math.max(0, dueMs - performance.now()));
  const answer = await fetch(url!);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - dueMs;
}

const latencies = await Promise.all(
  Array.from({ length: count }, (_, index) => callAt(startMs + index * gapMs)),
);
console.log(JSON.stringify(latencies));
