import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
  answersWithError,
  handsResultToCaller,
  isAnswerAwaited,
  isOfEngineTwo,
} from '../../../nodes/n8n/howItRuns.ts';

const uuid = '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f';

it.each([
  [uuid, true],
  ['1234567', false],
  [undefined, false],
])('isOfEngineTwo tells the engine by the ID of an execution: %j', (id, is) => {
  expect(isOfEngineTwo(id)).toBe(is);
});

it.each([
  ['ai_tool', undefined, true],
  ['ai_tool', 'continueRegularOutput', true],
  ['ai_tool', 'stopWorkflow', false],
  ['main', undefined, false],
])('answersWithError: connected by %s, On Error %s: %j', (connectionType, onError, does) => {
  const node = { type: 'createVideoTool', ...(onError !== undefined && { onError }) };
  expect(answersWithError({ connectionType, getNode: () => node })).toBe(does);
});

it.each([
  [{ parentExecution: { executionId: uuid } }, false],
  [{ parentExecution: { executionId: '7' } }, true],
  [{}, true],
  [undefined, true],
])(
  'handsResultToCaller is false where Engine 2.0 runs the caller: %j',
  (runExecutionData, does) => {
    expect(handsResultToCaller({ runExecutionData })).toBe(does);
  },
);

describe('isAnswerAwaited', () => {
  /** A node behind a trigger that ran, another node, and a webhook that did not run. */
  const ask = (type: string, parameters: object, behind: string, mode: string) => {
    const nodes = [
      { name: 'Set', type: 'n8n-nodes-base.set', parameters: {} },
      { name: 'Other', type: 'n8n-nodes-base.webhook', parameters: { responseMode: 'lastNode' } },
      { name: 'Start', type: `n8n-nodes-base.${type}`, parameters },
    ];
    const context = {
      getMode: () => mode,
      getNode: () => ({ name: 'Wait' }),
      getParentNodes: () => nodes,
      getChildNodes: () => [{ type: `n8n-nodes-base.${behind}` }],
      runExecutionData: {
        resultData: { runData: { Start: [{ source: [] }], Set: [{ source: [{}] }] } },
      },
    };
    return isAnswerAwaited(context as unknown as IExecuteFunctions);
  };
  const lastNode = { responseMode: 'lastNode' };
  const byNodes = { options: { responseMode: 'responseNodes' } };

  it.each<[string, boolean, string, object, behind?: string, mode?: string]>([
    ['a webhook that answers at the end', true, 'webhook', lastNode],
    ['a webhook that answers as it goes', true, 'webhook', { responseMode: 'streaming' }],
    ['a chat', true, 'chatTrigger', {}],
    ['a form that shows the end', true, 'formTrigger', lastNode],
    ['a form with an ending', true, 'formTrigger', {}, 'form'],
    ['a person, though a webhook leads here as well', false, 'manualTrigger', {}],
    ['a webhook that has answered', false, 'webhook', {}, 'form'],
    ['a webhook that a node answers', false, 'webhook', { responseMode: 'responseNode' }],
    ['a chat that nodes answer', false, 'chatTrigger', byNodes],
    ['a form that says thanks at once', false, 'formTrigger', {}],
    ['a person who retries what a webhook started', false, 'webhook', lastNode, 'set', 'retry'],
  ])('for %s is %s', (_, isAwaited, type, parameters, behind = 'set', mode = 'webhook') => {
    expect(ask(type, parameters, behind, mode)).toBe(isAwaited);
  });
});
