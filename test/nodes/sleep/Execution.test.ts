import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { Execution } from '../../../nodes/sleep/Execution.ts';

const executionOf = (executionId: string | undefined, flow: object) =>
  new Execution({
    getExecutionId: () => executionId,
    getContext: () => flow,
  } as unknown as IExecuteFunctions);

describe('the record of an execution’s sleeps', () => {
  it.each(['1', undefined])('is empty before it slept, also where it has no ID: %s', (id) => {
    expect(executionOf(id, {}).record).toEqual({ executionId: id, timersMs: [] });
  });

  it('is what was stored, and empty in a copy that is run again', () => {
    const flow = {};
    executionOf('1', flow).storeAwake([5]);
    expect(executionOf('1', flow).record).toEqual({ executionId: '1', timersMs: [5] });
    expect(executionOf('2', flow).record).toEqual({ executionId: '2', timersMs: [] });
  });
});
