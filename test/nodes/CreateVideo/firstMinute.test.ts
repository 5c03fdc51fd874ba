import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { INodeProperties } from 'n8n-workflow';
import { CreateVideo } from '../../../nodes/CreateVideo/CreateVideo.node.ts';
import { WaitForVideo } from '../../../nodes/WaitForVideo/WaitForVideo.node.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';
import { orderStore } from '../../engine/orderStore.ts';
import { runNode } from '../../engine/runNode.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const accept = () =>
  fakeService((_, n) => ({ status: 200, body: { id: `task_${n + 1}`, status: 'pending' } }));
const hintsOf = (run: { data: { resultData: { runData: object } } }) => {
  const [made] = (run.data.resultData.runData as Record<string, [{ hints?: object[] }]>)[
    'Under Test'
  ]!;
  return (made.hints ?? []) as Array<{ message: string }>;
};

/** What a person sees of a form that is opened for the first time. */
const inSight = (properties: INodeProperties[]) =>
  properties
    .filter(
      ({ type, displayOptions: { show = {} } = {} }) =>
        type !== 'collection' &&
        Object.entries(show).every(([name, values]) => {
          const other = properties.find((one) => one.name === name);
          return (values as unknown[]).includes(other?.default);
        }),
    )
    .map(({ displayName }) => displayName);
const optionsOf = (properties: INodeProperties[]) =>
  properties.find(({ type }) => type === 'collection')!.options!;

describe('the form of Create Video', () => {
  const { properties } = new CreateVideo().description;

  it('opens with Create and Wait, also by the actions of n8n’s editor', () => {
    const operation = properties.find(({ name }) => name === 'operation')!;
    expect(operation.default).toBe('createAndWait');
    expect(operation.options![0]).toMatchObject({ value: 'createAndWait' });
  });

  it('asks for eight things at first, and has fifteen options at the most', () => {
    expect(inSight(properties)).toEqual([
      ...['Operation', 'Mode', 'Model', 'Prompt', 'Duration', 'Aspect Ratio', 'Quality'],
      'Download Video',
    ]);
    expect(optionsOf(properties).length).toBeLessThanOrEqual(15);
  });

  it('takes an expression for the mode, so that a mixed table needs one node', () => {
    expect(properties.find(({ name }) => name === 'mode')!.noDataExpression).toBeUndefined();
  });
});

describe('the form of Wait for Video', () => {
  it('asks for three things at first, and has eight options at the most', () => {
    const { properties } = new WaitForVideo().description;
    expect(inSight(properties)).toEqual(['Operation', 'Task ID', 'Download Video']);
    expect(optionsOf(properties).length).toBeLessThanOrEqual(8);
  });
});

describe('a first run of Create', () => {
  it('says that the video is being made, how to get it, and what another run costs', async () => {
    accept();
    const { run } = await runNode({
      type: 'createVideo',
      parameters: { operation: 'create', prompt: 'A boat' },
    });
    expect(hintsOf(run).map(({ message }) => message)).toEqual([
      'What you ordered is being made now, which takes minutes. Wait for Video gets it by its ID. Running this node again orders, and charges, the same again.',
    ]);
  });
});

describe('a run of Create and Wait', () => {
  /** A service that makes every video at once; the answer about one is lost. */
  const finish = (lost?: string) =>
    fakeService(({ method, path, body }) => {
      const { prompt } = body as { prompt: string };
      if (method === 'POST' && prompt === lost) return { breakWith: 'ECONNRESET' };
      const id = method === 'POST' ? `task_${prompt}` : path.split('/').at(-1);
      if (id === 'task_failing') return { status: 200, body: { id, status: 'failed' } };
      const results = ['https://files.test/a.mp4'];
      return { status: 200, body: { id, status: 'completed', results } };
    });
  const waited = async (items: object[], more: object = {}) => {
    const { run, error } = await runNode({
      type: 'createVideo',
      items: items.map((json) => ({ json }) as never),
      ...more,
      parameters: {
        prompt: '={{ $json.prompt }}',
        download: false,
        options: { stayAwake: true, intervalSeconds: 1 },
        ...(more as { parameters?: object }).parameters,
      },
    });
    expect(error).toBeUndefined();
    return hintsOf(run).map(({ message }) => message);
  };

  it('says what another run costs, and how to get this video again for nothing', async () => {
    finish();
    expect(await waited([{ prompt: 'A' }])).toEqual([
      'Running this node again orders, and charges, the same again. To get a finished video again for nothing, give its ID to Wait for Video.',
    ]);
  });

  it('warns of nothing where an Order Key keeps another run from ordering', async () => {
    orderStore.clear();
    finish();
    const options = { stayAwake: true, intervalSeconds: 1, orderKey: 'one' };
    expect(await waited([{ prompt: 'A' }], { parameters: { options } })).toEqual([]);
  });

  it('counts what finished, failed, was not charged, and what nobody knows', async () => {
    finish('B');
    const settings = { onError: 'continueRegularOutput' as const };
    const rows = ['A', 'B', '', 'D', 'failing'].map((prompt) => ({ prompt }));
    expect(await waited(rows, { settings })).toEqual([
      '5 rows: 2 finished, 1 unknown, 1 not charged, 1 failed. Check the service’s dashboard to see whether what failed was charged. Check the service’s dashboard before you order what is unknown again. Running this node again orders, and charges, the same again. To get a finished video again for nothing, give its ID to Wait for Video.',
    ]);
  });
});
