import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByRing } from '../../../engine/sleeping.ts';
import { idsOf, keepApart, service, workflow } from './scene.ts';

keepApart();

describe('a call', () => {
  it.each([{}, { id: 'a' }, { id: 42 }, []])(
    'makes it look at all tasks where nobody watches, whatever it names: %o',
    async (body) => {
      const asked = service({});
      const test = workflow(['a', 'b']);
      await resumeByRing(test, await runWorkflow(test), body);
      expect(idsOf(asked.requests).slice(2).sort()).toEqual(['a', 'b']);
    },
  );

  it('is believed nothing of', async () => {
    service({});
    const test = workflow(['a']);
    const forged = { id: 'a', status: 'completed', results: ['https://evil.test/x.mp4'] };
    const { run } = await resumeByRing(test, await runWorkflow(test), forged);
    expect(run!.status).toBe('waiting');
    expect(JSON.stringify(run!.data)).not.toContain('evil.test');
  });
});
