import { expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { keepApart, service, workflow } from './scene.ts';

keepApart();

it.each([[{ stayAwake: 'perhaps' }, 'Stay Awake must be true or false, but it is "perhaps".']])(
  'refuses %o before it asks anything',
  async (options, message) => {
    const asked = service({});
    const run = await runWorkflow(workflow(['a'], { options }));
    expect(run.data.resultData.error?.message).toBe(message);
    expect(asked.requests).toEqual([]);
  },
);
