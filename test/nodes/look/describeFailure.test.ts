import { describe, expect, it } from 'vitest';
import {
  describeFailure,
  describeNoTask,
  describeProgress,
  waitedSeconds,
} from '../../../nodes/look/describeFailure.ts';
import type { NoTaskKind } from '../../../nodes/look/askTask.ts';
import { tellPerson } from '../../../nodes/outcomes/Failure.ts';
import type { TaskWait, WaitOutcome } from '../../../nodes/look/WaitState.ts';

type WaitFailure = Exclude<WaitOutcome, 'completed'>;

const began = {
  ...{ startedAtMs: 60_000, deadlineAtMs: 150_000, nextAskAtMs: 0, polls: 3 },
  endedAtMs: 121_234,
};
const fault = (kind: NoTaskKind, reason: string) => ({ kind, reason, count: 3, sinceMs: 0 });
const charged = 'The video was charged when its task was created.';
const look = 'Check the service’s dashboard to see whether the video was charged.';
const orderAgain = 'If you still want the video, order it again.';
const again = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';

/** What a wait comes to, whether it was paid, and all that a person reads of it. */
const cases: Array<
  [WaitFailure, Partial<TaskWait>, paid: string, message: string, advice: string]
> = [
  [
    'failed',
    { task: { status: 'failed' } },
    'unknown',
    'Task a failed',
    `The service gives no reason that we know, so its support can say more. ${orderAgain}`,
  ],
  [
    'failed',
    { task: { status: 'Expired', error: 'too late' } as never },
    'unknown',
    'Task a ended with status "Expired": too late',
    `The reason lies with the service, so the same request may work later. ${orderAgain}`,
  ],
  ...[
    ['content_policy_violation', 'The reason can lie in the request, so change it first.'],
    ['invalid_parameters', 'The reason can lie in the request, so change it first.'],
    ['image_processing_error', 'The reason can lie in the request, so change it first.'],
    ['request_cancelled', 'It was cancelled at the service.'],
    ...['generation_timeout', 'resource_exhausted', 'service_error'].map((code) => [
      code,
      'The reason lies with the service, so the same request may work later.',
    ]),
    ['E7', 'The service gives no reason that we know, so its support can say more.'],
  ].map(([code, advice]): (typeof cases)[number] => [
    'failed',
    {
      task: { status: 'failed', error: { code, message: 'No video' }, usage: { used: 5 } } as never,
    },
    'unknown',
    `Task a failed: No video (${code})`,
    `${advice} ${orderAgain}`,
  ]),
  [
    'timedOut',
    { task: { status: 'pending', progress: 40 } },
    'yes',
    'Task a wasn’t finished within 1.5 min: its status was pending, 40 %',
    `The service answers, and the task may still finish. ${again} Raise the time limit to wait longer.`,
  ],
  [
    'failed',
    { task: { status: 'failed', message: 'The prompt violates our policy' } as never },
    'unknown',
    'Task a failed: The prompt violates our policy',
    `The reason can lie in the request, so change it first. ${orderAgain}`,
  ],
  [
    'failed',
    { task: { status: 'failed', error: { code: 'invalid', message: 'It timed out' } } as never },
    'unknown',
    'Task a failed: It timed out (invalid)',
    `The reason can lie in the request, so change it first. ${orderAgain}`,
  ],
  [
    'timedOut',
    { noTask: fault('silent', 'ECONNREFUSED') },
    'unknown',
    'The time limit of 1.5 min passed without a usable answer about task a: ECONNREFUSED',
    `The task may be finished by now. Check the Base URL in the Video Generation API credential, and that n8n can get there. ${again}`,
  ],
  [
    'unanswered',
    {
      task: { status: 'completed' },
      noTask: fault('contradiction', 'its status is "completed", but it names no video'),
    },
    'yes',
    'The service contradicts itself about task a: its status is "completed", but it names no video',
    `${again} If that fails too, give the task ID and this message to the service’s support.`,
  ],
  [
    'notFound',
    { noTask: fault('notFound', 'HTTP 404') },
    'unknown',
    'The service doesn’t know task a: HTTP 404',
    `Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment. ${again}`,
  ],
];

describe('describeFailure', () => {
  it.each(cases)('tells of one that is %s with %j', (reason, seen, paid, message, advice) => {
    const failure = describeFailure(reason, 'a', { ...began, ...seen });
    expect(failure).toMatchObject({
      ...{ message, taskId: 'a', reason, polls: 3, waitedSeconds: 61.2 },
      ...(seen.task && { status: seen.task.status, task: seen.task }),
      // Where the node has ordered it.
      paid: reason === 'failed' ? 'unknown' : 'yes',
    });
    expect(tellPerson(failure)).toBe(`${paid === 'yes' ? charged : look} ${advice}`);
  });

  it('says to take a new Order Key only where the row has one', () => {
    const wait = { ...began, task: { status: 'failed' } };
    const failure = { ...describeFailure('failed', 'a', wait), orderKey: 'k' };
    expect(tellPerson(failure)).toMatch(/order it again\. Give the row a new Order Key first\.$/);
  });
});

describe('describeNoTask', () => {
  it.each<[NoTaskKind, string, string]>([
    ['notFound', 'notFound', 'The service doesn’t know task a: HTTP 500'],
    [
      'fault',
      'unanswered',
      'The service had a problem when we asked for the status of task a: HTTP 500',
    ],
  ])('tells what became of a look that came to %s', (kind, reason, message) => {
    const failure = describeNoTask('a', { kind, reason: 'HTTP 500' });
    expect(failure).toMatchObject({ reason, taskId: 'a', message });
    expect(tellPerson(failure).startsWith(look)).toBe(true);
  });
});

describe('describeProgress', () => {
  it.each<[string, Partial<TaskWait>]>([
    ['pending', { task: { status: 'pending' } }],
    ['pending, 0 %', { task: { status: 'pending', progress: 0 } }],
    ['pending', { task: { status: 'pending', progress: NaN } }],
    ...[
      [90, ', about 90 s in all by the service’s estimate'],
      [600.4, ', about 10 min in all by the service’s estimate'],
      ['600', ''],
      [-1, ''],
    ].map(([estimated_time, said]): [string, Partial<TaskWait>] => [
      `processing, 5 %${said}`,
      { task: { status: 'processing', progress: 5, task_info: { estimated_time } } as never },
    ]),
    [
      'no usable answer yet, HTTP 500',
      { task: { status: 'pending' }, noTask: fault('fault', 'HTTP 500') },
    ],
  ])('says %j', (said, seen) => {
    expect(describeProgress({ ...began, ...seen })).toBe(said);
  });
});

it('a wait that has not ended, or ended before it began, has taken no time', () => {
  expect(waitedSeconds({ startedAtMs: 5, deadlineAtMs: 0, nextAskAtMs: 0, polls: 0 })).toBe(0);
  expect(waitedSeconds({ ...began, endedAtMs: -1 })).toBe(0);
});
