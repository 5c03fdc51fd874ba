import { describe, expect, it } from 'vitest';
import { failureFor, tellPerson, type Failure } from '../../../../nodes/outcomes/Failure.ts';

import { readOutcome } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';
import { readAnswer, type ServiceAnswer } from '../../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../../nodes/text/redact.ts';

const base = 'https://service.test';
const answer = (httpStatus: number, body: string | object): ServiceAnswer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer({ httpStatus, headers: {}, body: { text } }, hideSecret('key-0123456789'), 0);
};

/** An error as public services write it, with the ID that they give to each request. */
const refusal = (httpStatus: number, error: object) =>
  answer(httpStatus, {
    error: { type: 'api_error', param: null, ...error, request_id: 'req_8f21' },
  });

describe('readOutcome', () => {
  it('keeps every field of the answer, and of a long one what names the task', () => {
    const task = { id: 't1', status: 'pending', credits: 3, nested: { a: [1] } };
    expect(readOutcome(answer(200, task), base)).toEqual({ kind: 'accepted', task });
    // The process remembers thousands.
    const long = answer(200, { id: 'a', x: 'y'.repeat(5_000) });
    expect(readOutcome(long, base)).toEqual({ kind: 'accepted', task: { id: 'a' } });
  });

  it('says nothing of what an answer doesn’t have', () => {
    const failure = failureFor('noAnswer');
    expect(readOutcome({ kind: 'cancelled' }, base)).toStrictEqual({ kind: 'unknown', failure });
  });

  it('tells of a task that has failed at once what the service says of it', () => {
    const failed = readOutcome(answer(200, { id: 'a', status: 'Failed' }), base);
    expect(failed).toMatchObject({ kind: 'unknown', failure: { reason: 'failed', taskId: 'a' } });
  });

  it.each([
    [301, 'moved', 'no'],
    [302, 'redirected', 'unknown'],
    [303, 'redirected', 'unknown'],
    [307, 'moved', 'no'],
    [308, 'moved', 'no'],
  ])('says of a redirect with %i that it is %s, and charged: %s', (httpStatus, reason, paid) => {
    const location = 'https://www.service.test/v1/videos/generations';
    const redirect = { kind: 'redirected', httpStatus, location, detail: '' } as const;
    const { failure } = readOutcome(redirect, base) as { failure: Failure };
    expect(failure).toMatchObject({ reason, paid, httpStatus });
    expect(failure.message).toBe(
      `The service answered with a redirect to ${location} (HTTP ${httpStatus})`,
    );
    expect(failure.step.includes('Check the service’s dashboard')).toBe(paid === 'unknown');
  });

  const free = 'Nothing was charged.';
  const perhaps =
    'The video may have been created and charged. Check the service’s dashboard before you order this again.';
  const family =
    'in the Video Generation API credential to what the names of your service’s models begin with.';
  const ofModel = `Set Model Family ${family} If you chose Other…, correct Model ID instead. If the name is right, your account can’t use that model.`;
  const ofKey = 'Check the API key and the Base URL of the Video Generation API credential.';
  const ofAddress = 'Check the Base URL of the Video Generation API credential.';
  const noService = `There is no video service at ${base} (HTTP 404)`;
  const noTaskId = 'The service accepted the request, but its answer holds no task ID (HTTP 200)';
  const inWords = (kind: 'refused' | 'busy', httpStatus: number, detail: string, more = {}) =>
    ({ kind, httpStatus, detail, ...more }) as ServiceAnswer;
  const task = (given: object, more = {}) =>
    ({ kind: 'task', httpStatus: 200, task: given, ...more }) as ServiceAnswer;
  const fields = Array.from({ length: 21 }, (_, n) => `f${n}`);

  it.each<[ServiceAnswer, reason: string, message: string, description: string, code?: unknown]>([
    [
      refusal(404, { code: 'model_not_found', message: 'Specified model not found' }),
      ...(['modelRefused', 'Specified model not found'] as const),
      `${free} The service refused the model (HTTP 404). ${ofModel}`,
      'model_not_found',
    ],
    [
      refusal(403, { code: 403, message: 'Access denied for this model' }),
      ...(['modelRefused', 'Access denied for this model'] as const),
      `${free} The service refused the model (HTTP 403). ${ofModel}`,
      403,
    ],
    [
      refusal(401, { code: 401, message: 'No key for this model' }),
      ...(['unauthorized', 'No key for this model'] as const),
      `${free} The service refused the API key (HTTP 401). ${ofKey}`,
      401,
    ],
    [
      refusal(400, { code: 'invalid_request', message: 'This model does not exist' }),
      ...(['refused', 'This model does not exist'] as const),
      `${free} The service refused the request (HTTP 400). Fix the problem it names. If it means the model’s name, set Model Family ${family}`,
      'invalid_request',
    ],
    [
      refusal(400, { code: 'policy', message: 'It was blocked', fallback_suggestion: 'change it' }),
      ...(['refused', 'It was blocked. Change it'] as const),
      `${free} The service refused the request (HTTP 400). Fix the problem it names.`,
      'policy',
    ],
    [
      refusal(402, { code: 'insufficient_quota', message: 'The balance of 12 is too low' }),
      ...(['noCredit', 'The balance of 12 is too low'] as const),
      `${free} Your account at the service has no credit left (HTTP 402). Top up your account at the service. If it has credit, look whether your API key has a limit of its own.`,
      'insufficient_quota',
    ],
    [
      refusal(429, { code: 'limit', message: 'Too many', fallback_suggestion: 'retry after 60 s' }),
      ...(['busy', 'Too many. Retry after 60 s'] as const),
      `${free} The service is too busy to accept this request (HTTP 429). Wait a while.`,
      'limit',
    ],
    [
      refusal(500, { code: 'server_error', message: 'Something went wrong' }),
      'serviceFault',
      'The service had a problem while it was handling the request (HTTP 500)',
      `${perhaps} Details: Something went wrong`,
      'server_error',
    ],
    [
      answer(404, '<h1>Our models</h1>'),
      ...(['noService', noService] as const),
      `${free} ${ofAddress} Details: Our models`,
    ],
    [
      answer(403, '<p>no such key'),
      ...(['unauthorized', 'The service refused the API key (HTTP 403)'] as const),
      `${free} ${ofKey} Details: no such key`,
    ],
    [
      inWords('refused', 400, 'a\nb'),
      ...(['refused', 'The service refused the request (HTTP 400)'] as const),
      `${free} Fix the problem it names. Details: a\nb`,
    ],
    [
      inWords('refused', 400, 'x'.repeat(200), { isSentence: true }),
      ...(['refused', 'x'.repeat(200)] as const),
      `${free} The service refused the request (HTTP 400). Fix the problem it names.`,
    ],
    [
      inWords('busy', 429, 'y'.repeat(201), { isSentence: true }),
      ...(['busy', `${'y'.repeat(200)}…`] as const),
      `${free} The service is too busy to accept this request (HTTP 429). Wait a while. Details: ${'y'.repeat(201)}`,
    ],
    [
      task({ code: 7, message: 'The balance is too low' }),
      ...(['noTaskId', noTaskId] as const),
      `${perhaps} Details: The balance is too low; its answer has the fields code, message`,
    ],
    [
      task(Object.fromEntries(fields.map((name) => [name, 1])), { ids: ['a_id "1"', 'b_id "2"'] }),
      ...(['noTaskId', noTaskId] as const),
      `${perhaps} Details: its answer names a_id "1", b_id "2"; its answer has the fields ${fields.slice(0, 20).join(', ')}`,
    ],
    [
      task({ id: ' ', 'x-id': 2 }),
      ...(['noTaskId', noTaskId] as const),
      `${perhaps} Details: its answer has the fields id, x-id`,
    ],
    [
      task({ id: `task_\ud800${'x'.repeat(300)}` }),
      'unusableTaskId',
      'The service created a task whose ID can’t be used: it contains half of a character',
      `The video was charged. Give the ID "task_\\ud800${'x'.repeat(194)}" to the service’s support.`,
    ],
  ])('tells of %o what happened, what was charged, and a next step', (...test) => {
    const [given, reason, message, description, code] = test;
    const { kind, failure } = readOutcome(given, base) as { kind: string; failure: Failure };
    const { ids } = given as { ids?: string[] };
    const codes = code && `type: api_error; code: ${String(code)}; request_id: req_8f21`;
    expect(failure).toMatchObject({ reason, message });
    expect([failure.codes, failure.ids]).toEqual([codes, ids]);
    expect(tellPerson(failure)).toBe(description);
    const paid = description.startsWith(free)
      ? 'no'
      : reason === 'unusableTaskId'
        ? 'yes'
        : 'unknown';
    expect([kind, failure.paid]).toEqual([paid === 'no' ? 'notCreated' : 'unknown', paid]);
  });
});
