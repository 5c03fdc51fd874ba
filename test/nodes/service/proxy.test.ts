import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLoopbackService, type LoopbackService } from '../../engine/loopbackService.ts';
import { runNode } from '../../engine/runNode.ts';

let proxy: LoopbackService;

beforeAll(async () => {
  nock.restore();
  proxy = await startLoopbackService(({ response, create }) =>
    response.end(JSON.stringify({ id: create(), status: 'pending' })),
  );
  // The machine may have a proxy of its own, and the lower case name counts more.
  vi.stubEnv('http_proxy', undefined);
  vi.stubEnv('HTTP_PROXY', proxy.baseUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
  nock.activate();
});

describe('requests to the service', () => {
  it('go through the proxy that n8n is told of', async () => {
    const { outputs } = await runNode({
      type: 'createVideo',
      parameters: {
        operation: 'create',
        prompt: 'A paper boat',
      },
    });
    expect(proxy.requests.map(({ path }) => path)).toEqual([
      'http://service.test/v1/videos/generations',
    ]);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_1']);
  });
});
