import { randomUUID } from 'node:crypto';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** Orders two rows; nobody knows whether the second was taken. */
async function order(parameters: object) {
  const service = fakeService((_, index) =>
    index === 1
      ? { status: 500, body: {} }
      : { status: 200, body: { id: `task_${index + 1}`, status: 'pending' } },
  );
  const run = await runWorkflow({
    credential: testCredential,
    // Those of Engine 2.0 are no numbers.
    executionId: randomUUID(),
    nodes: [
      node('Items', 'test.items', { parameters: { items: [{ json: {} }, { json: {} }] as never } }),
      node('Make', 'n8n-nodes-videogen.createVideo', {
        parameters: { prompt: 'A boat', ...parameters } as never,
        credentials: { videoGenApi: { id: '1', name: 'test' } },
      }),
    ],
    connections: { Items: { main: [to('Make')] } },
  });
  return { service, said: JSON.stringify(run.data.resultData.error) };
}

describe('Create Video on Engine 2.0', () => {
  it('sends nobody to Retry, which that engine refuses', async () => {
    const { said } = await order({ operation: 'create' });
    expect(said).toContain('Created and charged: row 1 (task_1)');
    expect(said).toContain('Run the workflow with only the rows that weren’t ordered');
    expect(said).not.toContain('choose Retry');
  });

  it('keeps a Spending Limit that counts per execution', async () => {
    const spendingLimit = { limit: { videos: 1, per: 'execution' } };
    const { service, said } = await order({ operation: 'create', options: { spendingLimit } });
    expect(said).toContain('the Spending Limit of 1 per execution leaves room for only 1');
    expect(service.requests).toEqual([]);
  });
});
