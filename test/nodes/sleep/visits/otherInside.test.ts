import { createRequire } from 'node:module';
import type { IRunExecutionData } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { startAnew } from '../../../engine/startAnew.ts';
import { leaveUnwatched } from '../../../engine/unwatched.ts';
import { itemsAfter, keepApart, service, workflow } from './scene.ts';

const require = createRequire(import.meta.url);

interface Engine {
  runExecutionData: IRunExecutionData;
  popExecutionStack(): unknown;
}
const { WorkflowExecute } = require('n8n-core') as { WorkflowExecute: { prototype: Engine } };
const engine = WorkflowExecute.prototype;

keepApart();
afterEach(() => vi.restoreAllMocks());

/** The wish to sleep is seen by the node that asks, and by nothing of n8n. */
function loseTheWish(): void {
  const { popExecutionStack } = engine;
  vi.spyOn(engine, 'popExecutionStack').mockImplementation(function (this: Engine) {
    let told: unknown;
    Object.defineProperty(this.runExecutionData, 'waitTill', {
      get: () => (new Error().stack!.includes('putToSleep') ? told : undefined),
      set: (value: unknown) => (told = value),
      configurable: true,
    });
    return popExecutionStack.call(this);
  });
}

it('a wait in an n8n that goes on with what sleeps fails, names the tasks, and lets nobody sleep after that', async () => {
  loseTheWish();
  service({ a: 1, b: 1 });
  const types = startAnew();
  leaveUnwatched();
  const options = { intervalSeconds: 1 };
  const failed = await runWorkflow(workflow(['a'], { options }, { types }));
  expect(failed.status).toBe('error');
  expect(failed.data.resultData.error).toMatchObject({
    message: 'n8n went on although this execution was asleep',
    description: expect.stringContaining('Get Status: a.') as string,
  });

  const next = await runWorkflow(workflow(['b'], { options }, { types }));
  expect(next.status).toBe('success');
  expect(itemsAfter(next)).toMatchObject([{ json: { status: 'completed' } }]);
});
