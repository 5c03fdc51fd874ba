import { describe, expect, it } from 'vitest';
import { readExecution } from '../../../playground/index.ts';
import type { Passing } from '../gate.ts';
import { orderVideo } from '../orderVideo.ts';
import {
  executionsOf,
  front,
  publish,
  real,
  service,
  step,
  trigger,
  untilDelivered,
  useTriggerRig,
} from './rig.ts';

useTriggerRig();

describe('a call that is answered when the last node finishes', () => {
  it('loses no call when n8n is killed while the workflow runs', async () => {
    const workflow = await publish('lastNode');
    const id = await orderVideo(real.sandbox, { callback_url: workflow.url });
    await step.untilReached(id, 1);
    await real.killAndRestart();
    await step.untilReached(id, 2);
    step.answer(id, 200);
    const { attempts } = await untilDelivered(id);
    expect(attempts.at(-1)?.httpStatus).toBe(200);
    expect(attempts[0]?.httpStatus ?? null).toBeNull();
    const executions = await executionsOf(workflow);
    const ended = executions.filter(({ status }) => status === 'success');
    expect(ended).toHaveLength(1);
    const { data } = await readExecution(real.client, ended[0]!.id);
    const item = data.resultData.runData[trigger]![0]!.data!.main![0]![0]!;
    expect(item.json).toMatchObject({ id, status: 'completed' });
    expect(item.json.videoUrl).toContain(`/files/${id}`);
    expect(step.countOf(id)).toBe(2);
  });

  const isLook = ({ method, path }: Passing) => method === 'GET' && path.startsWith('/v1/tasks/');
  const isCall = ({ path }: Passing) => path.startsWith('/webhook/');
  it.each<[string, () => Promise<void>, number]>([
    ['it looks at the task', () => service.catchNext(isLook, 'answer'), 1],
    ['its answer is on the way', () => front.catchNext(isCall, 'answer'), 2],
  ])('loses no call when n8n is killed while %s', async (_, trap, runs) => {
    const workflow = await publish('lastNode');
    const caught = trap();
    const id = await orderVideo(real.sandbox, {
      callback_url: workflow.url.replace(real.n8n.url, front.url),
    });
    step.answer(id, 200);
    await caught;
    await real.killAndRestart();
    await untilDelivered(id);
    expect(step.countOf(id)).toBe(runs);
  });
});
