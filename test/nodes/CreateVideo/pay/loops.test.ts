import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { testCredential } from '../../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

describe('Create Video in a loop', () => {
  it('makes a new video in each pass, and pays once for each under Retry On Fail', async () => {
    const service = fakeService((_, index) =>
      index === 1
        ? { status: 422, body: {} }
        : { status: 200, body: { id: `task_${index}`, status: 'pending' } },
    );
    const run = await runWorkflow({
      credential: testCredential,
      nodes: [
        node('Items', 'test.items', { parameters: { items: [{ json: {} }] } as never }),
        node('Create', 'n8n-nodes-videogen.createVideo', {
          parameters: {
            operation: 'create',
            prompt: 'The same in each pass',
          },
          credentials: { videoGenApi: { id: '1', name: 'test' } },
          retryOnFail: true,
          maxTries: 3,
          waitBetweenTries: 1,
        }),
        node('Again', 'test.again', { parameters: { passes: 3 } }),
      ],
      connections: {
        Items: { main: [to('Create')] },
        Create: { main: [to('Again')] },
        Again: { main: [to('Create')] },
      },
    });
    service.verify();
    expect(run.data.resultData.error).toBeUndefined();
    const ids = run.data.resultData.runData.Create?.map(
      ({ data }) => data?.main?.[0]?.[0]?.json.id,
    );
    expect(ids).toEqual(['task_0', 'task_2', 'task_3']);
  });
});
