import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readSleepRecord, storeSleepRecord } from '../../../nodes/sleep/sleepRecord.ts';

const contextOf = (executionId: string | undefined, flow: object) =>
  ({ getExecutionId: () => executionId, getContext: () => flow }) as unknown as IExecuteFunctions;

describe('the record of an execution’s sleeps', () => {
  it.each(['1', undefined])('is empty before it slept, also where it has no ID: %s', (id) => {
    expect(readSleepRecord(contextOf(id, {}))).toEqual({ executionId: id, timersMs: [] });
  });

  it('is what was stored, and empty in a copy that is run again', () => {
    const flow = {};
    const record = { executionId: '1', timersMs: [5] };
    storeSleepRecord(contextOf('1', flow), record);
    expect(readSleepRecord(contextOf('1', flow))).toEqual(record);
    expect(readSleepRecord(contextOf('2', flow))).toEqual({ executionId: '2', timersMs: [] });
  });
});
