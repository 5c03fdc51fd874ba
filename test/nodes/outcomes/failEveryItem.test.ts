import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { type Failure, FailureError, tellModel } from '../../../nodes/outcomes/Failure.ts';
import { failEveryItem, toErrorItem, toFailure } from '../../../nodes/outcomes/failEveryItem.ts';

const failure: Failure = {
  ...{ message: 'Task a failed: ECONNRESET', step: 'Ask its support.' },
  ...{ reason: 'failed', paid: 'unknown', taskId: 'a' },
};
const words =
  'Check the service’s dashboard to see whether the video was charged. Ask its support.';
const details = { reason: 'failed', paid: 'unknown', taskId: 'a' };

/** What n8n gets of a node with two items that does this. */
async function runNode(
  work: () => INodeExecutionData[],
  {
    onError = 'stopWorkflow',
    type = 'n8n-nodes-video-generation.waitForVideo',
    isStopped = false,
    spends = true,
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
    () => (spends ? 'no' : undefined),
    async () => [work()],
  );
  return items!;
}
const throwing = (error: unknown) => (): never => {
  throw error;
};

describe('failEveryItem, where the node is to go on', () => {
  const failed = () => toErrorItem(failure, words, 0, 'errorBranch');
  const branch = { onError: 'continueErrorOutput' };

  it('marks error items of an error branch, so that older versions of n8n know them', async () => {
    const good = { json: { id: 'b', error: 'a word of the service' } };
    const [item, result, empty] = await runNode(() => [failed(), good, { json: {} }], branch);
    expect(item!.error?.message).toBe(failure.message);
    expect(item!.json).toEqual({ error: failure.message, message: words, details });
    for (const other of [result, empty]) expect(other).not.toHaveProperty('error');
    // n8n passes on a copy; some versions take the mark away.
    expect({ ...item }).toEqual(failed());
    item!.error = undefined as never;
    expect(item!.error).toBeUndefined();
    const [beside] = await runNode(() => [failed()], { onError: 'continueRegularOutput' });
    expect(beside!.error).toBeUndefined();
  });

  it('makes of a throw an error item for each input item, which tells of money where the node spends', async () => {
    const fail = throwing(new FailureError(failure));
    const items = await runNode(fail, branch);
    expect(items).toEqual([failed(), { ...failed(), pairedItem: { item: 1 } }]);
    expect(items[1]!.error?.message).toBe(failure.message);
    const onError = 'continueRegularOutput';
    const [beside] = await runNode(fail, { onError });
    expect(beside!.json).toEqual({ ...failed().json, paid: 'unknown' });
    const [free] = await runNode(fail, { onError, spends: false });
    expect(free!.json.details).toEqual({ reason: 'failed', taskId: 'a' });
  });
});

describe('failEveryItem, where the node is to stop', () => {
  it('throws the failure in its own words, with the row as people count it', async () => {
    const thrownBy = async (error: unknown) =>
      (await runNode(throwing(error)).catch((one: unknown) => one)) as NodeOperationError;
    const error = await thrownBy(new FailureError(failure, 1));
    expect(error).toBeInstanceOf(NodeOperationError);
    expect(error).toMatchObject({ message: failure.message, description: words });
    expect(error.context).toMatchObject({ ...details, row: 2 });
    expect(error.context).not.toHaveProperty('step');
    const ofRun = await thrownBy(new FailureError(failure, undefined, 'All of it.'));
    expect(ofRun.context).not.toHaveProperty('row');
    expect(ofRun.description).toBe('All of it.');
    const free = 'Nothing was charged. Fix this, in the node or in your data.';
    expect((await thrownBy(new Error('No'))).description).toBe(`${free} Then try again.`);
    const unspent = runNode(throwing(new Error('No')), { spends: false });
    await expect(unspent).rejects.toMatchObject({ description: free });
  });

  it('tells a model all in the message', async () => {
    const type = 'n8n-nodes-video-generation.waitForVideoTool';
    const thrown = runNode(throwing(new FailureError(failure)), { type });
    await expect(thrown).rejects.toThrow(tellModel(failure, words));
    const json = { error: tellModel(failure, words), details };
    expect(toErrorItem(failure, words, 1, 'model')).toEqual({ json, pairedItem: { item: 1 } });
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
  const free = 'Fix this, in the node or in your data.';
  const look = 'Check the service’s dashboard before you order this again.';
  it.each([
    [{ message: 'No', description: 'Why.' }, 'no', 'No', 'Why.'],
    [new Error('No'), 'no', 'No', free],
    [{ message: '' }, 'no', '[object Object]', free],
    [{ message: 7 }, 'no', '[object Object]', free],
    ['No', undefined, 'No', free],
    [{ message: 'No', description: 'Why.' }, 'unknown', 'No', `${look} Why.`],
    [new Error('No'), 'unknown', 'No', look],
  ] as const)('reads %o, where %s was paid', (error, paid, message, step) => {
    const reason = paid === 'unknown' ? 'brokenRun' : 'invalidInput';
    expect(toFailure(error, paid)).toEqual({ message, step, reason, paid });
  });
});

it('tellModel ends each sentence, and makes none of what is no sentence', () => {
  const told = tellModel({ ...failure, message: 'Why? Nobody knows' }, '');
  expect(told.startsWith('Why? Nobody knows. Don’t order another video unless')).toBe(true);
  expect(tellModel({ ...failure, message: 'It ended…' }, 'Look!')).toMatch(
    /^It ended… Look! Don’t/,
  );
});
