import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { FailureError, type Failure } from '../../../nodes/errors/Failure.ts';
import {
  failEveryItem,
  tellModel,
  toErrorItem,
  toFailure,
} from '../../../nodes/errors/failEveryItem.ts';

const failure: Failure = {
  ...{ message: 'Task a failed: ECONNRESET', description: 'It was charged.', advice: 'x' },
  ...{ reason: 'failed', paid: 'yes', taskId: 'a' },
};
const details = { reason: 'failed', paid: 'yes', taskId: 'a' };

/** What n8n gets of a node with two items that does this. */
async function runNode(
  work: () => INodeExecutionData[],
  {
    onError = 'stopWorkflow',
    type = 'n8n-nodes-video-generation.waitForVideo',
    isStopped = false,
  } = {},
) {
  const context = {
    getNode: () => ({ name: 'Wait', onError, type }),
    getInputData: () => [{ json: {} }, { json: {} }],
    getExecutionCancelSignal: () => (isStopped ? AbortSignal.abort() : undefined),
    continueOnFail: () => onError !== 'stopWorkflow',
  } as unknown as IExecuteFunctions;
  const [items] = await failEveryItem(
    context,
    () => 'no',
    async () => [work()],
  );
  return items!;
}
const throwing = (error: unknown) => (): never => {
  throw error;
};

describe('failEveryItem, where the node is to go on', () => {
  const failed = () => toErrorItem(failure, 0, false);
  const branch = { onError: 'continueErrorOutput' };

  it('marks error items so that older versions of n8n know them, and loses nothing of them', async () => {
    const good = { json: { id: 'b', error: 'a word of the service' } };
    const [item, result] = await runNode(() => [failed(), good], branch);
    expect(item!.error?.message).toBe(failure.message);
    expect(item!.json).toEqual({ error: failure.message, message: 'It was charged.', details });
    expect(result).not.toHaveProperty('error');
    // n8n passes on a copy; some versions take the mark away.
    expect({ ...item }).toEqual(failed());
    item!.error = undefined as never;
    expect(item!.error).toBeUndefined();
  });

  it('marks nothing where there is no error branch', async () => {
    const [item] = await runNode(() => [failed()], { onError: 'continueRegularOutput' });
    expect(item!.error).toBeUndefined();
  });

  it('makes of a throw an error item for each input item', async () => {
    const items = await runNode(throwing(new FailureError(failure)), branch);
    expect(items).toEqual([failed(), { ...failed(), pairedItem: { item: 1 } }]);
    expect(items[1]!.error?.message).toBe(failure.message);
  });
});

describe('failEveryItem, where the node is to stop', () => {
  it('throws the failure in its own words, with the row as people count it', async () => {
    const error = await runNode(throwing(new FailureError(failure, 1))).catch(
      (one: unknown) => one,
    );
    expect(error).toBeInstanceOf(NodeOperationError);
    expect(error).toMatchObject({ message: failure.message, description: 'It was charged.' });
    expect(error).toMatchObject({ context: { ...details, row: 2 } });
    expect((error as NodeOperationError).context).not.toHaveProperty('advice');
    const ofRun = await runNode(throwing(new FailureError(failure))).catch((one: unknown) => one);
    expect((ofRun as NodeOperationError).context).not.toHaveProperty('row');
  });

  it('tells a model all in the message', async () => {
    const type = 'n8n-nodes-video-generation.waitForVideoTool';
    const thrown = runNode(throwing(new FailureError(failure)), { type });
    await expect(thrown).rejects.toThrow(tellModel(failure));
  });

  it('lets what ends a stopped execution through, but for what was paid', async () => {
    const stop = new Error('cancelled');
    await expect(runNode(throwing(stop), { isStopped: true })).rejects.toBe(stop);
    const paid = runNode(throwing(new FailureError(failure)), { isStopped: true });
    await expect(paid).rejects.toMatchObject({ context: details });
    await expect(runNode(throwing(stop))).rejects.toMatchObject({ message: 'cancelled' });
  });
});

describe('toFailure', () => {
  it.each([
    [{ message: 'No', description: 'Why.' }, 'No', 'Nothing was charged. Why.'],
    [new Error('No'), 'No', 'Nothing was charged.'],
    [{ message: '' }, '[object Object]', 'Nothing was charged.'],
    ['No', 'No', 'Nothing was charged.'],
  ])('reads %o', (error, message, description) => {
    const want = { message, description, reason: 'invalidInput', paid: 'no' };
    expect(toFailure(error, 'no')).toEqual(want);
  });
});

describe('tellModel', () => {
  const told = (more: Partial<Failure>) => tellModel({ ...failure, description: '', ...more });
  it.each<[string, Partial<Failure>]>([
    ['Don’t call this tool again: tell the person.', { reason: 'tooManyVideos', paid: 'no' }],
    ['You may call this tool again', { paid: 'no' }],
    ['You may call this tool again', { reason: 'invalidInput', paid: 'unknown' }],
    ['Don’t call this tool again for this video', { taskId: undefined as never }],
    ['Don’t order another video unless', { paid: 'unknown' }],
    ['Don’t create this video again: call Wait for Video', { reason: 'timedOut' }],
  ])('says %j of %j', (step, more) => {
    const text = told(more);
    expect(text.startsWith(`Task a failed: ECONNRESET. ${step}`)).toBe(true);
    expect(text).toMatch(more.taskId === undefined && 'taskId' in more ? /person\.$/ : /\.$/);
  });
});
