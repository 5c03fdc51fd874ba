import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { haveVirtualTime } from '../../../engine/virtualTime.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { type Case, cases } from './cases.ts';
import { answer, oneRow, run } from './scene.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const key = testCredential.apiKey;

const table: string[][] = [];
afterAll(() => {
  const widths = [0, 1].map((n) => Math.max(...table.map((row) => row[n]!.length)));
  const lines = table.map(([title, requests, text]) =>
    [title!.padEnd(widths[0]!), requests!.padStart(widths[1]!), text].join(' | '),
  );
  console.log(`case | requests | what the person reads\n${lines.join('\n')}`);
});

const requestsOf = (one: Case, asked: { requests: unknown[] }) => {
  if (one.requests > 0)
    expect(asked.requests.length, one.title).toBeGreaterThanOrEqual(one.requests);
  return asked.requests.length;
};

describe('WaitForVideo, in n8n’s engine', () => {
  for (const one of cases) {
    it(`stops with the reason: ${one.title}`, async () => {
      const asked = answer(one.reply);
      const { error, outputs } = await run(one);
      expect(outputs.flat()).toEqual([]);
      if (typeof one.message === 'string') expect(error?.message).toBe(one.message);
      else expect(error?.message).toMatch(one.message);
      if (one.requests === 0) expect(asked.requests).toEqual([]);
      expect(`${error?.message} ${error?.description}`).not.toContain(key);
      table.push([one.title, String(requestsOf(one, asked)), error!.message]);
    });

    it(`lets nothing but results leave by the success branch: ${one.title}`, async () => {
      answer(one.reply);
      const { outputs, error } = await run(one, { onError: 'continueErrorOutput' });
      expect(error).toBeUndefined();
      const [success = [], failed = []] = outputs;
      const rowOf = ({ pairedItem }: { pairedItem?: unknown }) =>
        (pairedItem as { item: number }).item + 1;
      expect(success.map(rowOf)).toEqual(one.good ?? []);
      for (const { json } of success) expect(json).toMatchObject({ outcome: 'completed' });
      expect(success.length + failed.length).toBe((one.rows ?? oneRow).length);
      for (const { json } of failed) {
        // n8n itself adds the fields of the input row.
        expect(json).toMatchObject({ error: expect.any(String), message: expect.any(String) });
        expect(json.details).toMatchObject({ paid: expect.stringMatching(/^(yes|no|unknown)$/) });
        expect(JSON.stringify(json)).not.toContain(key);
      }
    });
  }
});
