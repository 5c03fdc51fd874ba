import { randomUUID } from 'node:crypto';
import nock from 'nock';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

it.each(['create', 'createAndWait'])(
  'orders nothing on Engine 2.0, and says what to do: %s',
  async (operation) => {
    const service = fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
    const { data } = await runWorkflow({
      credential: testCredential,
      // Those of Engine 2.0 are no numbers.
      executionId: randomUUID(),
      nodes: [
        node('Items', 'test.items', { parameters: { items: [{ json: {} }] as never } }),
        node('Make', 'n8n-nodes-videogen.createVideo', {
          parameters: { operation, prompt: 'A boat' },
          credentials: { videoGenApi: { id: '1', name: 'test' } },
        }),
      ],
      connections: { Items: { main: [to('Make')] } },
    });
    const error = data.resultData.error as Error & { description: string };
    expect(error.message).toContain('Create Video doesn’t order videos on n8n’s Engine 2.0');
    expect(error.description).toMatch(/^Nothing was charged\. .* Choose the default engine/);
    expect(service.requests).toEqual([]);
  },
);
