import type { INodeParameters } from 'n8n-workflow';
import { startLoopbackService, type LoopbackService } from './loopbackService.ts';

/** One thing that can come of a tool call, and how to make it happen. */
export interface AgentOutcome {
  /** As the docs name it. */
  name: string;
  type: 'createVideo' | 'waitForVideo';
  parameters: INodeParameters;
  /** What the model gives: the prompt, or the task's ID. */
  argument: string;
  charged: 'yes' | 'no' | 'maybe';
  taskId?: string;
  /** No service is there. */
  isDown?: boolean;
}

const wait = (timeLimitMinutes = 1) => ({ options: { timeLimitMinutes, intervalSeconds: 1 } });
const look = { operation: 'getStatus' };
const create = { operation: 'create' };

const creation = (
  name: string,
  argument: string,
  charged: AgentOutcome['charged'],
  more: Partial<AgentOutcome> = {},
): AgentOutcome => ({ type: 'createVideo', parameters: create, name, argument, charged, ...more });

const reading = (
  name: string,
  taskId: string,
  parameters: INodeParameters,
  charged: AgentOutcome['charged'],
): AgentOutcome => ({
  type: 'waitForVideo',
  ...{ name, parameters, charged, taskId, argument: taskId },
});

/** All outcomes of a tool call; `answerOutcomes` makes them happen. */
export const agentOutcomes: readonly AgentOutcome[] = [
  creation('The service took the order', 'taken', 'yes', { taskId: 'task_taken' }),
  creation('The prompt is empty', '', 'no'),
  creation('The service refused the request', 'refused', 'no'),
  creation('The service refused the API key', 'key', 'no'),
  creation('The service stayed too busy', 'busy', 'no'),
  creation('The limit of videos is used up', 'limit', 'no', {
    parameters: {
      ...create,
      options: { spendingLimit: { limit: { videos: 0, per: 'execution' } } },
    },
  }),
  creation('The service can’t be reached', 'down', 'no', { isDown: true }),
  creation('The answer got lost', 'lost', 'maybe'),
  creation('The service had a fault', 'fault', 'maybe'),
  creation('The answer has no ID', 'nameless', 'maybe'),
  creation('The answer broke off', 'broken', 'yes', { taskId: 'task_broken' }),
  creation('Create and Wait: the task failed', 'failed', 'maybe', {
    ...{ parameters: { options: { intervalSeconds: 1 } }, taskId: 'task_failed' },
  }),
  creation('Create and Wait: time ran out', 'pending', 'yes', {
    ...{ parameters: wait(0), taskId: 'task_pending' },
  }),
  reading('Wait: the video is ready', 'task_completed', wait(), 'yes'),
  reading('Wait: the task failed', 'task_failed', wait(), 'maybe'),
  reading('Wait: time ran out', 'task_pending', wait(0), 'yes'),
  reading('Wait: the status sounds like an end', 'task_expired', wait(), 'maybe'),
  reading('Wait: completed, but without a video', 'task_empty', wait(), 'yes'),
  reading('Wait: the service refused to tell', 'task_refused', wait(), 'maybe'),
  reading('Get Status: not finished yet', 'task_pending', look, 'yes'),
  reading('Get Status: no such task', 'task_unknown', look, 'maybe'),
  reading('Get Status: the service had a fault', 'task_fault', look, 'maybe'),
];

/** A service that answers each prompt, and each task, with the outcome that it names. */
export async function answerOutcomes(): Promise<LoopbackService> {
  const service = await startLoopbackService(({ path, response, index }) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status).end(JSON.stringify(body));
    const taskId = /\/tasks\/(.+)$/.exec(path)?.[1];
    if (taskId !== undefined) {
      const status = /_(\w+)$/.exec(taskId)?.[1] ?? '';
      if (status === 'unknown') return answer(404, { message: 'no such task' });
      if (status === 'fault') return answer(500, { message: 'out of order' });
      if (status === 'refused') return answer(400, { message: 'not like this' });
      if (status === 'failed') return answer(200, { status, error: 'the prompt shows a person' });
      if (status === 'empty') return answer(200, { status: 'completed', results: [] });
      if (status === 'expired') return answer(200, { status });
      if (status === 'completed')
        return answer(200, { status, results: ['https://files.test/video.mp4'] });
      return answer(200, { status: 'pending', progress: 40 });
    }
    const { prompt } = JSON.parse(service.requests[index]!.body) as { prompt: string };
    switch (prompt) {
      case 'refused':
        return answer(422, { message: 'the prompt is too long' });
      case 'key':
        return answer(401, { message: 'no such key' });
      case 'busy':
        return answer(429, { message: 'too many requests' });
      case 'lost':
        return response.destroy();
      case 'fault':
        return answer(500, { message: 'out of order' });
      case 'nameless':
        return answer(200, { status: 'pending' });
      case 'broken':
        return response.write('{"id":"task_broken","status":', () => response.destroy());
      default:
        return answer(200, { id: `task_${prompt}`, status: 'pending' });
    }
  });
  return service;
}
