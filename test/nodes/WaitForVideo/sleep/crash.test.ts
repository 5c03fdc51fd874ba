import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { retry } from '../../../engine/sleeping.ts';
import { itemsAfter, keepApart, service, workflow } from './scene.ts';

keepApart();

describe('a retry after a crash', () => {
  it('goes on waiting with the workflow as it was', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const run = await retry(test, await runWorkflow(test), { loadWorkflow: false });
    expect(run.status).toBe('success');
    expect(itemsAfter(run)[0]!.json).toMatchObject({ id: 'a', outcome: 'completed' });
  });

  it('passes nothing off as a result that nobody waited for', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const run = await retry(test, await runWorkflow(test), { loadWorkflow: true });
    expect(itemsAfter(run).map(({ json }) => json)).toEqual([
      { error: expect.stringContaining('choose "Retry with original workflow"') },
    ]);
  });
});
