import { expect, it } from 'vitest';
import type { Caller } from '../../../nodes/call/caller.ts';
import { sleepers, wake } from '../../../nodes/sleep/processState.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';

haveVirtualTime();

const farMs = 3_600_000;
const sleeperOf = (executionId: string) => ({
  executionId,
  resumeUrl: `https://waking.test/webhook-waiting/${executionId}/x`,
  statusUrl: `https://waking.test/form-waiting/${executionId}/y`,
});

it('has another execution take the place of the first before it wakes that', async () => {
  const [calls, over] = [[] as string[], new Set<string>()];
  const callN8n: Caller = async (method, url) => {
    const id = new URL(url).pathname.split('/')[2]!;
    if (method === 'POST') calls.push(id);
    if (method === 'POST') over.add(id);
    return { httpStatus: 200, text: JSON.stringify(over.has(id) ? 'success' : 'waiting') };
  };
  async function fallAsleep(id: string): Promise<string> {
    const role = await sleepers.findRole(sleeperOf(id), callN8n);
    sleepers.noteStored(sleeperOf(id), role, farMs);
    return role.kind;
  }
  const kinds = await Promise.all(['1', '2', '3'].map(fallAsleep));
  expect(kinds).toEqual(['first', 'first', 'listed']);
  await wake(sleeperOf('2'), callN8n);
  expect(calls.slice(0, 2)).toEqual(['3', '2']);
});
