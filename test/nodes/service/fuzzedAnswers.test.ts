import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../../nodes/CreateVideo/pay/outcomes.ts';
import { readAnswer } from '../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../nodes/text/hideSecret.ts';

const key = 'sk-Sa/fe+0123"456&789=';
const baseUrl = 'https://service.test';

/** What a service may write around the two, and how it breaks. */
const anyId = fc.oneof(
  fc.stringMatching(/^task_[a-z\d]{6,20}$/),
  fc.uuid(),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 19n }),
);
const anyKeyForm = fc.constantFrom(
  key,
  `Bearer ${key}`,
  JSON.stringify({ key }),
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(`user:${key}`).toString('base64url'),
);
const anyFields = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);
const anyStatus = fc.constantFrom(200, 201, 202, 206, 303, 400, 408, 409, 422, 429, 500, 502, 503);

/** A body that has the ID whole, and what stands before it is whole as well. */
const anyBody = fc
  .record({
    id: anyId,
    echo: anyKeyForm,
    before: anyFields,
    after: anyFields,
    place: fc.constantFrom('top', 'data', 'task', 'list'),
    end: fc.constantFrom('whole', 'cut', 'comma', 'page', 'deep'),
    padding: fc.constantFrom(0, 0, 0, 30_000, 60_000),
  })
  .map(({ id, echo, before, after, place, end, padding }) => {
    const written = typeof id === 'bigint' ? String(id) : JSON.stringify(id);
    const open = { top: '', data: '"data":{', task: '"x":1,"task":{', list: '"tasks":[{' }[place];
    const close = { top: '', data: '}', task: '}', list: '}]' }[place];
    const fieldsOf = (record: object) => JSON.stringify(record).slice(1, -1);
    const head = [fieldsOf({ ...before, id: undefined }), `${open}"id":${written}`];
    const tail = [`"echo":${JSON.stringify(echo)}`, fieldsOf({ ...after, id: undefined })];
    const pad = padding === 0 ? [] : [`"pad":"${'p'.repeat(padding)}"`];
    const inner = [...head, ...tail, ...pad].filter((part) => part !== '').join(',');
    const ends = {
      whole: `{${inner}${close}}`,
      cut: `{${inner},"more":"cut he`,
      comma: `{${inner},${close}}`,
      page: `<p>{${inner}</p>`,
      deep: `{${inner},"more":${'['.repeat(5_000)}${']'.repeat(5_000)}${close}}`,
    };
    return { id: String(id), text: ends[end], isPage: end === 'page' };
  });

describe('any answer to a create request', () => {
  it('leaves its ID in sight and its key out of it', () => {
    fc.assert(
      fc.property(
        anyBody,
        anyStatus,
        fc.constantFrom(undefined, 'reset', 'timeout', 'tooLarge'),
        ({ id, text, isPage }, httpStatus, broken) => {
          const body = { text, ...(broken && { broken }) };
          const raw = { httpStatus, headers: { 'x-echo': key, 'retry-after': key }, body };
          const startedAtMs = performance.now();
          const answer = readAnswer(raw, hideSecret(key), 0);
          const outcome = readOutcome(answer, baseUrl);
          const tookMs = performance.now() - startedAtMs;
          const left = JSON.stringify([answer, outcome]);
          for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64')])
            expect(left).not.toContain(JSON.stringify(form).slice(1, -1));
          expect(tookMs).toBeLessThan(1_000);
          // Where the service says that it took none, an ID is another thing's.
          const isTaken = httpStatus < 300 || httpStatus >= 500 || httpStatus === 408;
          if (isTaken && !isPage) expect(left).toContain(id);
          if (httpStatus < 300) expect(outcome.kind).not.toBe('notCreated');
          if (outcome.kind === 'accepted') expect(outcome.task.id).toBe(id);
        },
      ),
      { numRuns: 1_500 },
    );
  }, 60_000);
});
