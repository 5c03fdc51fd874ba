import { describe, expect, it } from 'vitest';
import type { NoTaskKind } from '../../../nodes/look/askTask.ts';
import {
  describeFailure,
  describeNoTask,
  describeProgress,
  waitedSeconds,
} from '../../../nodes/look/describeFailure.ts';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';
import { tellPerson } from '../../../nodes/outcomes/Failure.ts';

const began = {
  ...{ startedAtMs: 60_000, deadlineAtMs: 150_000, nextAskAtMs: 0, polls: 3 },
  endedAtMs: 121_234,
};
const none = (kind: NoTaskKind, reason: string) => ({ kind, reason, count: 3, sinceMs: 0 });
const charged = 'The video was charged when its task was created.';
const look = 'Check the service’s dashboard to see whether the video was charged.';
const again = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';

type WaitFailure = Parameters<typeof describeFailure>[0];

describe('describeFailure of a task that failed', () => {
  const unclear = 'The service gives no reason, so ask its support.';
  const ofRequest = 'The request may be the reason, so change it first.';
  const ofService = 'The reason lies with the service, so the same request may work later.';
  const code = (name: string): [object, string] => [
    { error: { code: name, message: 'No video' }, usage: { used: 5 } },
    `failed: No video (${name})`,
  ];
  const timedOut = { error: { code: 'invalid', message: 'It timed out' } };
  const expired = { status: 'Expired', error: 'too late' };

  it.each<[object, said: string, advice: string]>([
    [{}, 'failed', unclear],
    [...code('E7'), unclear],
    [expired, 'ended with status "Expired": too late', ofService],
    [...code('generation_timeout'), ofService],
    [...code('resource_exhausted'), ofService],
    [...code('service_error'), ofService],
    [...code('request_cancelled'), 'It was cancelled at the service.'],
    [...code('content_policy_violation'), ofRequest],
    [...code('invalid_parameters'), ofRequest],
    [...code('image_processing_error'), ofRequest],
    [{ message: 'It violates our policy' }, 'failed: It violates our policy', ofRequest],
    [timedOut, 'failed: It timed out (invalid)', ofRequest],
  ])('reads %j', (told, said, advice) => {
    const task = { status: 'failed', ...told };
    const failure = describeFailure('failed', 'a', { ...began, task });
    expect(failure).toMatchObject({
      ...{ reason: 'failed', paid: 'unknown', taskId: 'a', polls: 3, waitedSeconds: 61.2 },
      ...{ message: `Task a ${said}`, status: task.status, task },
    });
    const orderAgain = 'If you still want the video, order it again.';
    expect(tellPerson(failure)).toBe(`${look} ${advice} ${orderAgain}`);
    const keyed = tellPerson({ ...failure, orderKey: 'k' });
    expect(keyed).toBe(`${look} ${advice} ${orderAgain} Give the row a new Order Key first.`);
  });
});

describe('describeFailure of a task that may have its video', () => {
  it.each<[WaitFailure, Partial<TaskWait>, money: string, message: string, advice: string]>([
    [
      'timedOut',
      { task: { status: 'pending', progress: 40 } },
      charged,
      'Task a wasn’t finished within 1.5 min: its status was pending, 40 %',
      `The service answers, and the task may still finish. ${again} Raise the time limit to wait longer.`,
    ],
    [
      'timedOut',
      { noTask: none('silent', 'ECONNREFUSED') },
      look,
      'The time limit of 1.5 min passed without a usable answer about task a: ECONNREFUSED',
      `The task may be finished by now. Check the Base URL in the Video Generation API credential, and that n8n can get there. ${again}`,
    ],
    [
      'unanswered',
      { task: { status: 'completed' }, noTask: none('contradiction', 'it names no video') },
      charged,
      'The service contradicts itself about task a: it names no video',
      `${again} If that fails too, give the task ID and this message to the service’s support.`,
    ],
    [
      'notFound',
      { noTask: none('notFound', 'HTTP 404') },
      look,
      'The service doesn’t know task a: HTTP 404',
      `Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment. ${again}`,
    ],
  ])('tells of one that is %s with %j', (reason, seen, money, message, advice) => {
    const failure = describeFailure(reason, 'a', { ...began, ...seen });
    // Where the node has ordered it.
    expect(failure).toMatchObject({ message, taskId: 'a', reason, paid: 'yes', polls: 3 });
    expect(failure.status).toBe(seen.task?.status);
    expect(tellPerson(failure)).toBe(`${money} ${advice}`);
  });
});

it.each<[NoTaskKind, string, string]>([
  ['notFound', 'notFound', 'The service doesn’t know task a'],
  ['fault', 'unanswered', 'The service had a problem when we asked for the status of task a'],
])('describeNoTask tells what became of a look that came to %s', (kind, reason, message) => {
  const failure = describeNoTask('a', { kind, reason: 'HTTP 500' });
  expect(failure).toMatchObject({ reason, taskId: 'a', message: `${message}: HTTP 500` });
});

describe('describeProgress', () => {
  const estimate = ', about %s in all by the service’s estimate';
  it.each<[string, task: object, noTask?: TaskWait['noTask']]>([
    ['pending', {}],
    ['pending, 0 %', { progress: 0 }],
    ['pending', { progress: NaN }],
    ['pending' + estimate.replace('%s', '90 s'), { task_info: { estimated_time: 90 } }],
    ['pending' + estimate.replace('%s', '119 s'), { task_info: { estimated_time: 119.4 } }],
    ['pending' + estimate.replace('%s', '2 min'), { task_info: { estimated_time: 120 } }],
    ['pending' + estimate.replace('%s', '10 min'), { task_info: { estimated_time: 600.4 } }],
    ['pending', { task_info: { estimated_time: '600' } }],
    ['pending', { task_info: { estimated_time: 0 } }],
    ['pending', { task_info: { estimated_time: -1 } }],
    ['no usable answer yet, HTTP 500', {}, none('fault', 'HTTP 500')],
  ])('says %j', (said, more, noTask) => {
    const task = { status: 'pending', ...more };
    expect(describeProgress({ ...began, task, ...(noTask && { noTask }) })).toBe(said);
  });
});

it('a wait that has not ended, or ended before it began, has taken no time', () => {
  expect(waitedSeconds({ startedAtMs: 5, deadlineAtMs: 0, nextAskAtMs: 0, polls: 0 })).toBe(0);
  expect(waitedSeconds({ ...began, endedAtMs: -1 })).toBe(0);
});
