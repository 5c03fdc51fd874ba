import { describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { ourNode, to } from '../../engine/node.ts';
import {
  billing,
  credential,
  family,
  publicService,
  usage,
  videoOf,
} from '../../engine/publicService.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import {
  beginPromises,
  errorOf,
  jsonIn,
  nodeName,
  runsOf,
  runToEnd,
  table,
  type Setup,
} from '../../promises/scene.ts';

beginPromises();

const orderOne = (setup: Setup = {}) => table(['A paper boat'], { credential, ...setup });
const completed = { status: 'completed', results: [videoOf('task_1')] };

it('a refusal and a task that failed are told with all that the service says, each sentence once', async () => {
  let nth = 0;
  fakeService(() => ({
    status: 403,
    body: { error: { message: 'No access to this model', code: 403, request_id: nth++ } },
  }));
  const refused = errorOf(await runToEnd(table(['A', 'B', 'C'], { credential })))!;
  expect(refused.message).toBe('No access to this model.');
  expect(refused.description).not.toContain('Other problems');
  const one = errorOf(await runToEnd(orderOne()))!;
  expect(one.context).toMatchObject({
    ...{ reason: 'modelRefused', paid: 'no', codes: 'code: 403; request_id: 3' },
  });
});

it('a task that failed is told with its code, its cost and the model that was asked for', async () => {
  const error = { code: 'E_31', message: 'Something went wrong' };
  const last = { status: 'failed', progress: 0, usage, billing, error };
  publicService((_, look) => (look > 1 ? last : undefined));
  const { message, description, context } = errorOf(await runToEnd(orderOne()))!;
  expect(message).toBe('Task task_1 failed: Something went wrong (E_31)');
  expect(description).toBe(
    'Check the service’s dashboard to see whether the video was charged. The service gives no reason that we know, so its support can say more. If you still want the video, order it again.',
  );
  const task = { usage, billing, model: `${family}-text-to-video` };
  expect(context).toMatchObject({ reason: 'failed', paid: 'unknown', taskId: 'task_1', task });
});

describe('what a video cost', () => {
  const costOf = async (setup: Setup = {}) => jsonIn(await runToEnd(orderOne(setup)), 'After');

  it('comes with everything, as the create answer and the last look told it', async () => {
    publicService();
    const [json] = await costOf({ parameters: { options: { output: 'everything' } } });
    const made = { usage, task_info: expect.anything() as object };
    expect(json).toMatchObject({ ...made, billing, progress: 100, paid: 'yes' });
  });

  it('comes as it stands where the output is simplified', async () => {
    publicService();
    expect(await costOf()).toEqual([
      {
        ...{ prompt: 'A paper boat', own: 'A paper boat', id: 'task_1', paid: 'yes', usage },
        ...{ status: 'completed', videoUrl: videoOf('task_1') },
      },
    ]);
  });

  it('comes from Create, and stands once behind Wait for Video, which read the same', async () => {
    publicService(() => ({ ...completed, usage }));
    const test = orderOne({ parameters: { operation: 'create' } });
    test.nodes.push(ourNode('Wait', 'waitForVideo', {}));
    test.connections[nodeName] = { main: [to('Wait')] };
    test.connections.Wait = { main: [to('After')] };
    const run = await runToEnd(test);
    expect(jsonIn(run, nodeName)).toMatchObject([{ usage }]);
    const [json] = jsonIn(run, 'After');
    expect(json).toMatchObject({ status: 'completed', usage });
    expect(json).not.toHaveProperty('inputUsage');
  });

  it('is told newly where the last look tells another', async () => {
    const used = { credits_used: 45 };
    publicService(() => ({ ...completed, usage: used }));
    expect(await costOf()).toMatchObject([{ usage: used }]);
  });
});

it('a sleeping execution tells the service’s own estimate', async () => {
  publicService();
  const [{ hints = [] } = {}] = runsOf(await runWorkflow(orderOne()), nodeName);
  expect(hints.map(({ message }) => message).join()).toContain(
    '<br>task_1: pending, 0 %, about 10 min in all by the service’s estimate',
  );
});
