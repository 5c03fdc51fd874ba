import { describe, expect, it } from 'vitest';
import {
  billing,
  credential,
  family,
  publicService,
  usage,
  videoOf,
} from '../../engine/publicService.ts';
import {
  beginPromises,
  errorOf,
  jsonIn,
  runToEnd,
  table,
  type Setup,
} from '../../promises/scene.ts';

beginPromises();

const orderOne = (setup: Setup = {}) => table(['A paper boat'], { credential, ...setup });

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
});
