import type { INode, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { answerDoorbell } from '../../../nodes/callback/wakeOrLook.ts';
import { listedCall } from '../../../nodes/restart/orphans.ts';

/** Calls a sleeping execution. @returns what n8n is told, and stores */
async function call(body: object, more: object = {}) {
  const node = { name: 'Wait', type: 'n8n-nodes-videogen.waitForVideo' } as INode;
  const sleep = { id: `sleep ${Math.random()}`, sinceMs: 0, isDue: true, ...more };
  const runExecutionData = {
    executionData: {
      contextData: {
        flow: { videogenSleep: { executionId: '1', sleep, timersMs: [] } },
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
  const { workflowData } = await answerDoorbell(context);
  return { isWoken: workflowData !== undefined, stored: JSON.stringify(runExecutionData) };
}

const storedAfter = async (body: object) => (await call(body)).stored;

it('notes the task that a call names, unless no service would name one like this', async () => {
  expect(await storedAfter({ id: 'a task' })).toContain('a task');
  expect(await storedAfter({ id: 'x'.repeat(512) })).toContain('xxx');
  expect(await storedAfter({ id: 'x'.repeat(513) })).not.toContain('xxx');
});

it('doesn’t wake a root for another one that has listed it: it comes by its own timer', async () => {
  const isWoken = async (body: object, more?: object) => (await call(body, more)).isWoken;
  expect(await isWoken(listedCall, { roster: [] })).toBe(false);
  expect(await isWoken(listedCall)).toBe(true);
  expect(await isWoken({}, { roster: [] })).toBe(true);
});
