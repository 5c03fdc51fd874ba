import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { isCalledFromEngine2, isOnEngine2 } from '../../../nodes/n8n/engineOf.ts';
import { readPass } from '../../../nodes/n8n/readPass.ts';

const uuid = '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f';

const context = (parts: object) =>
  ({
    getExecutionId: () => uuid,
    getNode: () => ({ name: 'Create Video' }),
    ...parts,
  }) as unknown as IExecuteFunctions;

describe('isOnEngine2', () => {
  it.each([
    ['1', false],
    ['1234567', false],
    [uuid, true],
    [undefined, false],
    ['', false],
  ])('tells by the execution’s ID: %s', (id, expected) => {
    expect(isOnEngine2({ getExecutionId: () => id as string })).toBe(expected);
  });
});

describe('isCalledFromEngine2', () => {
  it.each([
    [{ parentExecution: { executionId: uuid } }, true],
    [{ parentExecution: { executionId: '7' } }, false],
    [{}, false],
    [undefined, false],
  ])('tells by the ID of the caller: %j', (runExecutionData, expected) => {
    expect(isCalledFromEngine2({ runExecutionData })).toBe(expected);
  });
});

describe('readPass', () => {
  const source = { main: [{ previousNode: 'Each', previousNodeOutput: 1 }] };
  const inRound = (round: number, more: object = {}) =>
    context({
      getExecuteData: () => ({ source }),
      evaluateExpression: () => round,
      ...more,
    });

  it('names each round of Engine 2.0, whose source is the same in all', () => {
    expect(readPass(inRound(0))).not.toBe(readPass(inRound(1)));
  });

  it('doesn’t count runs on the classic engine, where a visit may be one', () => {
    const classic = { getExecutionId: () => '1' };
    expect(readPass(inRound(0, classic))).toBe(readPass(inRound(1, classic)));
  });
});
