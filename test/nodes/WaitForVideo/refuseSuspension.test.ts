import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { refuseSuspension } from '../../../nodes/WaitForVideo/suspend/refuseSuspension.ts';

const loop = [[{ node: 'Wait', index: 0 }]];
const context = (more: object) =>
  ({
    isToolExecution: () => false,
    getMode: () => 'manual',
    getExecutionId: () => '7',
    getWorkflow: () => ({ id: 'w' }),
    getNode: () => ({ name: 'Wait', type: 'waitForVideo', parameters: {} }),
    getConnections: () => loop,
    ...more,
  }) as unknown as IExecuteFunctions;

describe('refuseSuspension', () => {
  it('lets an execution pass that n8n stores and that can look again', () => {
    expect(() => refuseSuspension(context({}))).not.toThrow();
  });

  it('lets an execution pass where n8n does not tell of tool calls, as version 1', () => {
    expect(() => refuseSuspension(context({ isToolExecution: undefined }))).not.toThrow();
  });

  it('lets an execution pass where n8n does not tell of connections', () => {
    expect(() => refuseSuspension(context({ getConnections: undefined }))).not.toThrow();
  });

  it.each([
    [{ isToolExecution: () => true }, 'A tool call of an AI agent cannot be suspended'],
    [
      { isToolExecution: undefined, getNode: () => ({ name: 'Wait', type: 'waitForVideoTool' }) },
      'A tool call of an AI agent cannot be suspended',
    ],
    [
      { getMode: () => 'integrated' },
      'A sub-workflow cannot be suspended without losing its result',
    ],
    [
      { getExecutionId: () => undefined },
      'An execution that n8n does not store cannot be suspended',
    ],
    [{ getWorkflow: () => ({}) }, 'An execution that n8n does not store cannot be suspended'],
    [{ getConnections: () => [] }, 'The output "Check Again" is not connected back to this node'],
  ])('refuses %s', (more, message) => {
    expect(() => refuseSuspension(context(more))).toThrow(message);
  });
});
