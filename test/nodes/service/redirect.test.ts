import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLoopbackService, type LoopbackService } from '../../engine/loopbackService.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';

let elsewhere: LoopbackService;
let service: LoopbackService;

beforeAll(async () => {
  nock.restore();
  elsewhere = await startLoopbackService(({ response, create }) =>
    response.end(JSON.stringify({ id: create(), status: 'completed' })),
  );
  service = await startLoopbackService(({ path, response }) =>
    response.writeHead(307, { location: elsewhere.baseUrl + path }).end(),
  );
});
afterAll(async () => {
  await service.close();
  await elsewhere.close();
  nock.activate();
});

describe('a redirect to another origin', () => {
  it.each([
    ['createVideo', { operation: 'create', prompt: 'A' }],
    ['waitForVideo', { taskId: 'task_1' }],
  ])('gets neither the key nor the request of %s', async (type, parameters) => {
    const { error } = await runNode({
      type,
      parameters,
      credential: { ...testCredential, baseUrl: service.baseUrl },
    });
    expect(error?.message).toContain(`a redirect to ${elsewhere.baseUrl}`);
    expect(elsewhere.requests).toEqual([]);
  });
});
