import { describe, expect, it } from 'vitest';
import { failureFor, tellPerson, type Failure } from '../../../../nodes/outcomes/Failure.ts';
import { type ServiceAnswer, readAnswer } from '../../../../nodes/service/readAnswer.ts';
import { readOutcome } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';
import { hideSecret } from '../../../../nodes/text/redact.ts';

const base = 'https://service.test';
const read = (httpStatus: number, text: string, broken?: 'reset' | 'timeout' | 'tooLarge') =>
  readOutcome(
    readAnswer(
      { httpStatus, headers: {}, body: { text, ...(broken ? { broken } : {}) } },
      hideSecret('key-0123456789'),
      0,
    ),
    base,
  );

describe('readOutcome', () => {
  it('keeps every field of the answer', () => {
    const task = { id: 't1', status: 'pending', credits: 3, nested: { a: [1] } };
    expect(read(200, JSON.stringify(task))).toEqual({ kind: 'accepted', task });
  });

  const ofModel = { detail: 'No such model', codes: '' };
  it.each<[ServiceAnswer, object]>([
    [{ kind: 'notFound', httpStatus: 404, ...ofModel }, { reason: 'modelRefused' }],
    [{ kind: 'unauthorized', httpStatus: 403, ...ofModel }, { reason: 'modelRefused' }],
    [
      { kind: 'refused', httpStatus: 400, ...ofModel },
      { reason: 'refused', step: expect.stringContaining('If it means the model’s name') },
    ],
    [{ kind: 'refused', httpStatus: 402, detail: '' }, { reason: 'noCredit' }],
    [{ kind: 'faulty', httpStatus: 500, detail: '', codes: 'E' }, { codes: 'E' }],
    [{ kind: 'task', httpStatus: 200, task: { id: ' ' } }, { reason: 'noTaskId' }],
    [
      { kind: 'task', httpStatus: 200, task: { id: 'a', status: 'Failed' } },
      { reason: 'failed', taskId: 'a' },
    ],
  ])('knows what %j means', (answer, failure) => {
    expect(readOutcome(answer, base)).toMatchObject({ failure });
  });

  it('says nothing of what an answer doesn’t have', () => {
    const failure = failureFor('cancelled');
    expect(readOutcome({ kind: 'cancelled' }, base)).toStrictEqual({ kind: 'unknown', failure });
  });

  it('keeps of a long answer what names the task: the process remembers thousands', () => {
    const text = JSON.stringify({ id: 'a', x: 'y'.repeat(5_000) });
    expect(read(200, text)).toEqual({ kind: 'accepted', task: { id: 'a' } });
  });

  it.each([
    [301, 'moved', 'no'],
    [302, 'redirected', 'unknown'],
    [303, 'redirected', 'unknown'],
    [307, 'moved', 'no'],
    [308, 'moved', 'no'],
  ])('says of a redirect with %i that it is %s, and charged: %s', (httpStatus, reason, paid) => {
    const location = 'https://www.service.test/v1/videos/generations';
    const answer = { kind: 'redirected', httpStatus, location, detail: '' } as const;
    const { failure } = readOutcome(answer, base) as { failure: Failure };
    expect(failure).toMatchObject({ reason, paid, httpStatus });
    expect(failure.message).toBe(
      `The service answered with a redirect to ${location} (HTTP ${httpStatus})`,
    );
    expect(failure.step.includes('Check the service’s dashboard')).toBe(paid === 'unknown');
  });

  it.each<[ServiceAnswer, string, string, string, string]>([
    [
      { kind: 'unauthorized', httpStatus: 403, detail: 'no such key' },
      ...(['unauthorized', 'no'] as const),
      'The service refused the API key (HTTP 403)',
      'Nothing was charged. Check the API key and the Base URL of the Video Generation API credential. Details: no such key',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: 'a\nb' },
      ...(['refused', 'no'] as const),
      'The service refused the request (HTTP 400)',
      'Nothing was charged. Fix the problem it names. Details: a\nb',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: '' },
      ...(['refused', 'no'] as const),
      'The service refused the request (HTTP 400)',
      'Nothing was charged. Fix the problem it names.',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: 'x'.repeat(200), isSentence: true },
      ...(['refused', 'no'] as const),
      'x'.repeat(200),
      'Nothing was charged. The service refused the request (HTTP 400). Fix the problem it names.',
    ],
    [
      { kind: 'busy', httpStatus: 429, detail: 'y'.repeat(201), isSentence: true },
      ...(['busy', 'no'] as const),
      `${'y'.repeat(200)}…`,
      `Nothing was charged. The service is too busy to accept this request (HTTP 429). Wait a while. Details: ${'y'.repeat(201)}`,
    ],
    [
      { kind: 'notFound', httpStatus: 404, detail: 'No such model', isSentence: true },
      ...(['noService', 'no'] as const),
      'There is no video service at https://service.test (HTTP 404)',
      'Nothing was charged. Check the Base URL of the Video Generation API credential. Details: No such model',
    ],
    [
      {
        kind: 'unauthorized',
        httpStatus: 401,
        detail: 'No key for this model',
        isSentence: true,
        codes: '',
      },
      ...(['unauthorized', 'no'] as const),
      'No key for this model',
      'Nothing was charged. The service refused the API key (HTTP 401). Check the API key and the Base URL of the Video Generation API credential.',
    ],
    [
      { kind: 'task', httpStatus: 200, task: { code: 7, message: 'The balance is too low' } },
      ...(['noTaskId', 'unknown'] as const),
      'The service accepted the request, but its answer holds no task ID (HTTP 200)',
      'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: The balance is too low; its answer has the fields code, message',
    ],
    [
      {
        ...({ kind: 'task', httpStatus: 200, ids: ['a_id "1"', 'b_id "2"'] } as const),
        task: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n])),
      },
      ...(['noTaskId', 'unknown'] as const),
      'The service accepted the request, but its answer holds no task ID (HTTP 200)',
      `The video may have been created and charged. Check the service’s dashboard before you order this again. Details: its answer names a_id "1", b_id "2"; its answer has the fields ${Array.from({ length: 20 }, (_, n) => `f${n}`).join(', ')}`,
    ],
    [
      { kind: 'task', httpStatus: 200, task: { data: 1, 'x-id': 2 } },
      ...(['noTaskId', 'unknown'] as const),
      'The service accepted the request, but its answer holds no task ID (HTTP 200)',
      'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: its answer has the fields data, x-id',
    ],
    [
      { kind: 'task', httpStatus: 200, task: { id: `task_\ud800${'x'.repeat(300)}` } },
      ...(['unusableTaskId', 'yes'] as const),
      'The service created a task whose ID can’t be used: it contains half of a character',
      `The video was charged. Give the ID "task_\\ud800${'x'.repeat(194)}" to the service’s support.`,
    ],
    [
      { kind: 'notFound', httpStatus: 404, detail: '' },
      ...(['noService', 'no'] as const),
      'There is no video service at https://service.test (HTTP 404)',
      'Nothing was charged. Check the Base URL of the Video Generation API credential.',
    ],
    [
      { kind: 'cancelled' },
      ...(['cancelled', 'unknown'] as const),
      'The execution was stopped while the request was under way',
      'The video may have been created and charged. Check the service’s dashboard before you order this again.',
    ],
  ])('tells of %o what happened, what was charged, and a next step', (...test) => {
    const [answer, reason, paid, message, description] = test;
    const outcome = readOutcome(answer, base) as { kind: string; failure: Failure };
    const ids = 'ids' in answer ? { ids: answer.ids } : {};
    expect(outcome).toMatchObject({ failure: { reason, paid, message, ...ids } });
    expect(tellPerson(outcome.failure)).toBe(description);
    expect(outcome.kind).toBe(paid === 'no' ? 'notCreated' : 'unknown');
  });
});
