import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { IRun, IRunExecutionData } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByTimer, timerMsOf } from '../../../engine/sleeping.ts';
import { idsAfter, keepApart, service, workflow } from '../visits/scene.ts';

keepApart();

const options = { release: 'asTheyCome' };

/** An execution that the version before the first with a number has put to sleep; "a" has left. */
const unversioned = (): IRun => {
  const text = readFileSync(join(import.meta.dirname, 'unversioned.json'), 'utf8');
  return { data: parse(text) as IRunExecutionData, status: 'waiting' } as IRun;
};

describe('what another version of the package has stored', () => {
  it('is read, where the version is older: what has left stays away, the rest comes', async () => {
    const asked = service({ b: 0, c: 0 });
    fakeN8n(() => 200);
    const test = workflow(['a', 'b', 'c'], { options }, { executionId: '41' });
    const asleep = unversioned();
    vi.setSystemTime(timerMsOf(asleep));
    const run = await resumeByTimer(test, asleep);
    expect(run.status).toBe('success');
    expect(idsAfter(run).toSorted()).toEqual(['a', 'b', 'c']);
    expect(asked.requests.map(({ path }) => path.at(-1)).toSorted()).toEqual(['b', 'c']);
  });

  it('is refused with the task IDs, where the version is newer, and asks nobody', async () => {
    const asked = service({ a: 5, b: 5 });
    const test = workflow(['a', 'b']);
    const asleep = await runWorkflow(test);
    const before = asked.requests.length;
    const node = asleep.data.executionData!.contextData['node:Wait']!;
    (node.waits as unknown as { version: number }).version = 2;
    vi.setSystemTime(timerMsOf(asleep));
    const run = await resumeByTimer(test, asleep);
    expect(run.status).toBe('error');
    const { message, description } = run.data.resultData.error! as never as Record<string, string>;
    expect(message).toBe('A newer version of this package put the execution to sleep');
    expect(description).toContain('Get Status: a, b.');
    expect(asked.requests).toHaveLength(before);
  });
});
