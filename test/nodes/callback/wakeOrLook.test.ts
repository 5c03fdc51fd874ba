import type { INode, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { answerDoorbell } from '../../../nodes/callback/wakeOrLook.ts';
import { listedCall } from '../../../nodes/restart/orphans.ts';

/** Calls a sleeping execution. @returns whether n8n is told to wake it */
async function call(body: object, more: object = {}) {
  const node = { name: 'Wait', type: 'n8n-nodes-videogen.waitForVideo' } as INode;
  const sleep = { id: `sleep ${Math.random()}`, sinceMs: 0, isDue: true, ...more };
  const runExecutionData = {
    executionData: {
      contextData: {
        flow: { videogenSleep: { executionId: '1', sleep, timersMs: [] } },
      },
    },
  } as unknown as IRunExecutionData;
  const context = {
    runExecutionData,
    getBodyData: () => body,
    getExecutionId: () => '1',
    getNode: () => node,
  } as unknown as IWebhookFunctions;
  const { workflowData } = await answerDoorbell(context);
  return workflowData !== undefined;
}

it('doesn’t wake a root for another one that has listed it: it comes by its own timer', async () => {
  expect(await call(listedCall, { roster: [] })).toBe(false);
  expect(await call(listedCall)).toBe(true);
  expect(await call({}, { roster: [] })).toBe(true);
});
