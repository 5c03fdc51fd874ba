import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { handsResultToCaller, isAnswerAwaited } from '../../../nodes/n8n/whoWaits.ts';

const uuid = '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f';

describe('handsResultToCaller', () => {
  it.each([
    [{ parentExecution: { executionId: uuid } }, false],
    [{ parentExecution: { executionId: '7' } }, true],
    [{}, true],
    [undefined, true],
  ])('is false where Engine 2.0 runs the caller, by its ID: %j', (runExecutionData, expected) => {
    expect(handsResultToCaller({ runExecutionData })).toBe(expected);
  });
});

describe('isAnswerAwaited', () => {
  const webhook = { name: 'Hook', type: 'n8n-nodes-base.webhook' };
  const atTheEnd = { ...webhook, parameters: { responseMode: 'lastNode' } };
  const manual = { name: 'Manual', type: 'n8n-nodes-base.manualTrigger' };
  const set = { name: 'Set', type: 'n8n-nodes-base.set' };

  it.each([
    ['true of a webhook behind whose trigger other nodes ran', atTheEnd, 'set', true],
    ['false of another trigger, though a webhook leads here as well', manual, 'set', false],
    ['false of a webhook that has answered, though a form page follows', webhook, 'form', false],
  ])('is %s', (_, started, behind, isAwaited) => {
    const context = {
      getMode: () => 'webhook',
      getNode: () => ({ name: 'Wait' }),
      getParentNodes: () => [set, ...(started === manual ? [atTheEnd, manual] : [started])],
      getChildNodes: () => [{ type: `n8n-nodes-base.${behind}` }],
      runExecutionData: {
        resultData: { runData: { [started.name]: [{ source: [] }], Set: [{ source: [{}] }] } },
      },
    };
    expect(isAnswerAwaited(context as unknown as IExecuteFunctions)).toBe(isAwaited);
  });
});
