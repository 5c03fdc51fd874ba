import type { INode, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { answerDoorbell } from '../../../nodes/callback/wakeOrLook.ts';

/** What n8n stores of a sleeping execution that was called with this body. */
async function storedAfter(body: object): Promise<string> {
  const node = { name: 'Wait', type: 'n8n-nodes-videogen.waitForVideo' } as INode;
  const sleep = { id: `sleep ${Math.random()}`, sinceMs: 0, isDue: true };
  const runExecutionData = {
    executionData: {
      contextData: {
        flow: { videogenSleep: { version: 1, executionId: '1', sleep, timersMs: [] } },
        'node:Wait': { waits: { one: { isOver: false, rings: [] } } },
      },
    },
  } as unknown as IRunExecutionData;
  const context = {
    runExecutionData,
    getBodyData: () => body,
    getExecutionId: () => '1',
    getNode: () => node,
  } as unknown as IWebhookFunctions;
  await answerDoorbell(context);
  return JSON.stringify(runExecutionData);
}

it('notes the task that a call names, unless no service would name one like this', async () => {
  expect(await storedAfter({ id: 'a task' })).toContain('a task');
  expect(await storedAfter({ id: 'x'.repeat(512) })).toContain('xxx');
  expect(await storedAfter({ id: 'x'.repeat(513) })).not.toContain('xxx');
});
