import type { IRun } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestBlockMs, readMs } from '../../../../lab/scale/blocks.ts';
import { largeBodies } from '../../../../lab/scale/answers/shapes.ts';
import {
  apiKey,
  outputOf,
  startAnswers,
  type Answers,
} from '../../../../lab/scale/answers/startAnswers.ts';
import { isThorough } from '../../../thorough.ts';

/** So many times as long as reading and writing a megabyte of usual JSON, on the same machine just then. */
const mostReads = 10;
/** The quickest of several tries counts: other processes can only slow one down. */
const tries = 3;
/** Several at once: what is done for one must not add up in one turn of the event loop. */
const rows = isThorough ? 12 : 6;

let service: Answers;
let longest = 0;

beforeAll(async () => {
  service = await startAnswers();
  // What is compiled first takes longer.
  await service.give({ status: 200, body: '{"id":"{{id}}","status":"failed"}' });
  for (const type of ['createVideo', 'waitForVideo'] as const) await service.run(type, 50);
});
afterAll(() => {
  service.close();
  console.log(`longest block: ${longest.toFixed(1)} reads of a megabyte`);
});

const requests = {
  createVideo: {},
  waitForVideo: { operation: 'getStatus', options: {} },
};

/** The longest block of a run in which the service answers every request so, in such reads. */
async function blockOf(type: keyof typeof requests): Promise<number> {
  let fewestReads = Infinity;
  for (let n = 0; n < tries && fewestReads >= mostReads; n++) {
    let run: IRun | undefined;
    const blockMs = await longestBlockMs(
      async () => (run = await service.run(type, rows, requests[type])),
    );
    fewestReads = Math.min(fewestReads, blockMs / readMs());
    expect(outputOf(run!)).toHaveLength(rows);
    const stored = JSON.stringify(run!.data);
    expect(stored.length).toBeLessThan(rows * 70_000);
    expect(stored).not.toContain(apiKey);
  }
  longest = Math.max(longest, fewestReads);
  return fewestReads;
}

const bodies = Object.entries(largeBodies);
/** Each body with one status and to one node, or with each to each. */
const answers = bodies.flatMap(([what, body], n) =>
  [200, 500].flatMap((status, of) =>
    (['createVideo', 'waitForVideo'] as const)
      .filter((_, to) => isThorough || (n % 2 === of && (n >> 1) % 2 === to))
      .map((type) => [status, type, what, body] as const),
  ),
);

it.each(answers)(
  'an answer of a megabyte with HTTP %i keeps n8n’s thread for a moment in %s: %s',
  async (status, type, _, body) => {
    await service.give({ status, body });
    expect(await blockOf(type)).toBeLessThan(mostReads);
  },
);
