import nock from 'nock';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { callTool } from '../../engine/callTool.ts';
import { fakeService } from '../../engine/fakeService.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

it('fetches no file for a model, and does not repeat its question', async () => {
  const asked = fakeService(() => ({
    status: 200,
    body: { status: 'completed', results: ['https://files.test/a.mp4'] },
  }));
  const [heard] = await callTool({
    type: 'waitForVideo',
    parameters: {},
    calls: [{ Task_ID: 'a' }],
  });
  expect(JSON.parse(heard!.answer!)).toEqual([
    { id: 'a', status: 'completed', videoUrl: 'https://files.test/a.mp4' },
  ]);
  expect(asked.requests).toHaveLength(1);
});
