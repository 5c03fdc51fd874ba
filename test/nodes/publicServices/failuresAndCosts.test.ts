import { describe, expect, it } from 'vitest';
import { node, to } from '../../engine/node.ts';
import { billing, family, publicService, usage, videoOf } from '../../engine/publicService.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import {
  beginPromises,
  errorOf,
  jsonIn,
  nodeName,
  runsOf,
  runToEnd,
  table,
} from '../../promises/scene.ts';
import { credential, play, told } from './scene.ts';

beginPromises();

const lookAtMoney = 'Check the service’s dashboard to see whether the video was charged.';
const orderAgain = 'If you still want the video, order it again.';

describe('what a builder reads of a task that failed', () => {
  const error = (code: string, message: string) => ({ status: 'failed', error: { code, message } });
  it.each<[object, message: string, advice: string]>([
    [
      error('content_policy_violation', 'The content was rejected'),
      'Task task_1 failed: The content was rejected (content_policy_violation)',
      'The reason can lie in the request, so change it first.',
    ],
    [
      error('generation_timeout', 'The generation took too long'),
      'Task task_1 failed: The generation took too long (generation_timeout)',
      'The reason lies with the service, so the same request may work later.',
    ],
    [
      { status: 'cancelled', error: { code: 'request_cancelled', message: 'It was cancelled' } },
      'Task task_1 ended with status "cancelled": It was cancelled (request_cancelled)',
      'It was cancelled at the service.',
    ],
    [
      error('E_31', 'Something went wrong'),
      'Task task_1 failed: Something went wrong (E_31)',
      'The service gives no reason that we know, so its support can say more.',
    ],
  ])('%o', async (ended, message, advice) => {
    const last = { progress: 0, usage, billing, ...ended };
    publicService({ read: (_, look) => (look > 1 ? last : undefined) });
    const run = await play();
    expect(told(run)).toEqual({
      message,
      description: `${lookAtMoney} ${advice} ${orderAgain}`,
      ...{ reason: 'failed', paid: 'unknown', taskId: 'task_1' },
    });
    expect(errorOf(run)!.context!.task).toMatchObject({
      usage,
      billing,
      model: `${family}-text-to-video`,
    });
  });
});

describe('what a video cost', () => {
  const [made, last] = [{ usage, task_info: expect.anything() as object }, { billing }];

  it('comes with everything, as the create answer and the last look told it', async () => {
    publicService();
    const options = { output: 'everything' };
    const [json] = jsonIn(await play({ parameters: { options } }), 'After');
    expect(json).toMatchObject({ ...made, ...last, progress: 100, paid: 'yes' });
  });

  it('comes as it stands where the output is simplified', async () => {
    publicService();
    expect(jsonIn(await play(), 'After')).toEqual([
      {
        ...{ prompt: 'A paper boat', own: 'A paper boat', id: 'task_1', paid: 'yes', usage },
        ...{ status: 'completed', videoUrl: videoOf('task_1') },
      },
    ]);
  });

  it('comes from Create, and stands once behind Wait for Video, which read the same', async () => {
    publicService({ read: () => ({ status: 'completed', results: [videoOf('task_1')], usage }) });
    const test = table(['A paper boat'], { credential, parameters: { operation: 'create' } });
    const wait = node('Wait', 'n8n-nodes-video-generation.waitForVideo', {
      credentials: { videoGenerationApi: { id: '1', name: 'test' } },
    });
    const connections = { ...test.connections, [nodeName]: { main: [to('Wait')] } };
    Object.assign(connections, { Wait: { main: [to('After')] } });
    const run = await runToEnd({ ...test, nodes: [...test.nodes, wait], connections });
    expect(jsonIn(run, nodeName)).toMatchObject([{ usage }]);
    const [json] = jsonIn(run, 'After');
    expect(json).toMatchObject({ status: 'completed', usage });
    expect(json).not.toHaveProperty('inputUsage');
  });

  it('is told newly where the last look tells another', async () => {
    const used = { credits_used: 45 };
    const results = [videoOf('task_1')];
    publicService({ read: () => ({ status: 'completed', results, usage: used }) });
    expect(jsonIn(await play(), 'After')).toMatchObject([{ usage: used }]);
  });
});

it('a sleeping execution tells the service’s own estimate', async () => {
  publicService();
  const run = await runWorkflow(table(['A paper boat'], { credential }));
  const [{ hints = [] } = {}] = runsOf(run, nodeName);
  expect(hints.map(({ message }) => message).join()).toContain(
    '<br>task_1: pending, 0 %, about 10 min in all by the service’s estimate',
  );
});
