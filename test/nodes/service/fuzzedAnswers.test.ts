import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { readOutcome } from '../../../nodes/CreateVideo/order/orderOutcome.ts';
import { sendOrder } from '../../../nodes/CreateVideo/pay/sendOrder.ts';
import type { Answered } from '../../../nodes/pace/Gate.ts';
import { gates } from '../../../nodes/pace/gates.ts';
import { connectService } from '../../../nodes/service/connectService.ts';
import { howMany } from '../../thorough.ts';
import { contextOf, key, type Answer } from './serviceContext.ts';

const keyForms = [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
];

const anyId = fc.oneof(fc.uuid(), fc.bigInt({ min: 10n ** 15n, max: 10n ** 19n }));
const anyEcho = fc.constantFrom(...keyForms, Buffer.from(`user:${key}`).toString('base64url'));
const anyFields = fc.dictionary(fc.stringMatching(/^[a-z]{3,8}$/), fc.jsonValue({ maxDepth: 3 }), {
  maxKeys: 4,
});
const anyStatus = fc.constantFrom(200, 201, 202, 206, 303, 400, 408, 409, 422, 429, 500, 502, 503);
const anyPlace = fc.constantFrom(
  ['', ''],
  ['"data":{', '}'],
  ['"x":1,"task":{', '}'],
  ['"tasks":[{', '}]'],
);
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const ends: Array<(text: string, close: string) => string> = [
  (text, close) => `{${text}${close}}`,
  (text) => `{${text},"more":"cut he`,
  (text, close) => `{${text},${close}}`,
  (text) => `<p>{${text}</p>`,
  (text, close) => `{${text},"more":${deep}${close}}`,
  (text, close) => `{${text},"more":"${'p'.repeat(200_000)}"${close}}`,
];

/** A body that has the ID whole, in any place, behind anything, and however it ends. */
const anyBody = fc
  .tuple(anyId, anyEcho, anyFields, anyPlace, fc.constantFrom(...ends))
  .map(([id, echo, fields, [open, close], end]) => {
    const before = JSON.stringify({ ...fields, id: undefined }).slice(1, -1);
    const own = `${open}"id":${typeof id === 'bigint' ? id : JSON.stringify(id)}`;
    const text = [before, own, `"echo":${JSON.stringify(echo)}`].filter(Boolean).join(',');
    return { id: String(id), text: end(text, close!) };
  });

async function* bytesOf(text: string, breaks: boolean) {
  yield Buffer.from(text);
  if (breaks) throw new Error(`reset by ${key}`);
}

/** A gate that is closed behind a refusal. The real one takes a timer of n8n's for each request. */
function openGate() {
  let isOpen = true;
  const run = async (_: object, send: () => Promise<Answered<unknown>>) => {
    if (!isOpen) return { kind: 'closed', forMs: 1 };
    const { answer, verdict } = await send();
    isOpen = verdict !== 'refused';
    return { kind: 'sent', answer };
  };
  vi.spyOn(gates, 'of').mockReturnValue({ run } as never);
}
afterEach(() => vi.restoreAllMocks());

it('any answer to a create request: nothing sent twice, no ID lost, no key out', async () => {
  const headers = { 'x-task-id': key, location: `/${encodeURIComponent(key)}`, 'retry-after': key };
  const request = { model: 'm', prompt: 'p' } as never;
  const { signal } = new AbortController();
  let given: Answer;
  const { context, sent } = contextOf(() => given);
  const service = await connectService(context);
  const shownForms = keyForms.map((form) => JSON.stringify(form).slice(1, -1));
  const anyAnswer = fc.tuple(anyBody, anyStatus, fc.boolean());
  await fc.assert(
    fc.asyncProperty(anyAnswer, async ([{ id, text }, statusCode, breaks]) => {
      openGate();
      sent.length = 0;
      given = { statusCode, headers, body: bytesOf(text, breaks) };
      const answer = await sendOrder(service, request, signal, async () => {});
      const outcome = readOutcome(answer, service.baseUrl);
      const left = JSON.stringify([answer, outcome]);

      // Where the service says that it took none, an ID is another thing's.
      const mayBePaid = statusCode < 300 || statusCode >= 500 || statusCode === 408;
      expect({
        sent: sent.length,
        keys: shownForms.filter((form) => left.includes(form)),
        isKnown: !mayBePaid || left.includes(id),
        isPaidForNothing: statusCode < 300 && outcome.kind === 'notCreated',
        isOfAnother: outcome.kind === 'accepted' && outcome.task.id !== id,
      }).toEqual({ sent: 1, keys: [], isKnown: true, isPaidForNothing: false, isOfAnother: false });
    }),
    { numRuns: howMany(150, 1_500), seed: 49 },
  );
});
