import { expect, it } from 'vitest';
import { openDedupStore } from '../../../nodes/n8n/dedupStore.ts';
import { hintAtInput, readOwnAddresses, readTimeoutMs } from '../../../nodes/n8n/execution.ts';

it('shows one hint above the input, on the run that brought it, and takes away no other node’s', () => {
  const theirs = { of: 'Another', message: 'theirs' };
  const runs = [{}, { hints: [theirs] }, {}];
  const context = {
    getExecuteData: () => ({ source: { main: [{ previousNode: 'Items', previousNodeRun: 1 }] } }),
    getNode: () => ({ name: 'Create Video' }),
    runExecutionData: { resultData: { runData: { Items: runs } } },
  };
  const show = (message?: string) => {
    hintAtInput(context as never, message);
    return runs;
  };
  show('first');
  const own = { of: 'Create Video', type: 'info', location: 'inputPane', message: 'second' };
  expect(show('second')).toEqual([{}, { hints: [theirs, own] }, {}]);
  expect(show()).toEqual([{}, { hints: [theirs] }, {}]);
});

it('keeps the token in both addresses: without it, n8n refuses every call', () => {
  const urls: Record<string, string> = {
    '{{ $execution.resumeUrl }}': 'https://n8n.test/in/webhook-waiting/7?signature=token',
    '{{ $execution.resumeFormUrl }}': 'https://n8n.test/in/form-waiting/7?signature=token',
  };
  expect(readOwnAddresses({ evaluateExpression: (expression) => urls[expression] })).toEqual({
    resumeUrl: 'https://n8n.test/in/webhook-waiting/7/video-callback?signature=token',
    statusUrl: 'https://n8n.test/in/form-waiting/7/n8n-execution-status?signature=token',
  });
});

it.each([
  [{ executionTimeout: 90 }, 90_000],
  [{ executionTimeout: 1 }, 1_000],
  [{ executionTimeout: 0 }, Infinity],
  [{ executionTimeout: -1 }, Infinity],
  [{}, Infinity],
])('knows when n8n ends the execution, by the settings of its workflow: %j', (settings, ms) => {
  expect(readTimeoutMs({ getWorkflowSettings: () => settings })).toBe(ms);
});

it.each([
  ['worker', true],
  ['main', false],
])('takes the store for shared in queue mode’s workers alone: %s', (instanceType, isShared) => {
  const context = {
    instanceSettings: { instanceType },
    helpers: {},
    getWorkflow: () => ({ id: 'w' }),
    getNode: () => ({ id: 'n' }),
  };
  expect(openDedupStore(context as never)).toMatchObject({ nodePath: 'w/n', isShared });
});
