import { describe, expect, it } from 'vitest';
import {
  createFinished,
  post,
  publish,
  secret,
  step,
  trigger,
  useTriggerRig,
  type Change,
} from './rig.ts';

useTriggerRig();

/** What n8n's Filter node keeps nothing with. */
const noneFits = {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
  combinator: 'and',
  conditions: [
    {
      id: 'none',
      leftValue: 'a',
      rightValue: 'b',
      operator: { type: 'string', operation: 'equals' },
    },
  ],
};

describe('the end of a workflow, as n8n sees it', () => {
  const passOn = 'continueRegularOutput';
  const toOutput = 'continueErrorOutput';
  const keepNothing = {
    type: 'n8n-nodes-base.filter',
    typeVersion: 2.2,
    parameters: { conditions: noneFits },
  };
  const sleepForAnHour = {
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    parameters: { amount: 1, unit: 'hours' },
  };
  const toErrorOutput: Change = (workflow) => ({
    ...workflow,
    connections: {
      ...workflow.connections,
      Step: { main: [[], [{ node: 'Last', type: 'main', index: 0 }]] },
    },
  });
  const cut: Change = (workflow) => ({
    ...workflow,
    connections: { [trigger]: workflow.connections[trigger]! },
  });
  const stop = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: secret } };
  it.each<[string, Parameters<typeof publish>[1], number, number]>([
    ['a node behind the error output', { onError: toOutput, change: toErrorOutput }, 500, 200],
    ['nothing behind the error output', { onError: toOutput }, 500, 200],
    ['an error that the workflow passes on', { onError: passOn }, 500, 200],
    ['an error that the last node passes on', { onError: passOn, change: cut }, 500, 200],
    ['an error of the last node', { last: stop }, 200, 500],
    ['a last node without data', { last: keepNothing }, 200, 200],
    ['a node that goes to sleep', { last: sleepForAnHour }, 200, 200],
  ])('answers as n8n sees the end, with %s', async (_, made, stepStatus, httpStatus) => {
    const workflow = await publish('lastNode', made);
    const id = await createFinished();
    step.answer(id, stepStatus);
    const answered = await post(workflow.url, { id });
    expect(answered.status).toBe(httpStatus);
    expect(answered.body).not.toContain(secret);
  });
});
