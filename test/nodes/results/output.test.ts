import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runNode, type NodeRun } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const task = {
  ...{ status: 'completed', results: ['https://files.test/a.mp4'], progress: 100, credits: 3 },
};
const reading = (body: object = task) => fakeService(() => ({ status: 200, body }));
const wait = async (more: Partial<NodeRun> = {}, options: object = {}) => {
  const { outputs, error } = await runNode({
    type: 'waitForVideo',
    items: [{ json: { id: 'a', customer: 'Ada' } }],
    ...more,
    parameters: {
      ...{ taskId: 'a', download: false, ...more.parameters },
      options: options as never,
    },
  });
  expect(error).toBeUndefined();
  return outputs[0]![0]!;
};

describe('the output', () => {
  it('loses no field of a row whose names are taken, and takes none for a failure', async () => {
    reading();
    const told = { videoUrl: 'https://files.test/a.mp4', customer: 'Ada' };
    const row = { ...told, id: 7, inputId: 'task_0', error: 'x', $error: 1, status: 'new' };
    const settings = { retryOnFail: true, waitBetweenTries: 1 };
    const { json } = await wait({ items: [{ json: row }], settings }, { keepInput: true });
    expect(json).toEqual({
      ...{ inputInputId: 7, inputId: 'task_0', inputStatus: 'new' },
      ...{ inputError: 'x', input$error: 1, ...told, id: 'a', status: 'completed' },
    });
  });

  it('keeps the row’s own fields beside a failure, where failures go on with the others', async () => {
    reading({ status: 'failed' });
    const settings = { onError: 'continueRegularOutput' as const };
    const { json } = await wait({ settings }, { keepInput: true });
    expect(json).toMatchObject({ id: 'a', customer: 'Ada', error: 'Task a failed' });
  });
});
