import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CreateVideo } from '../../../nodes/CreateVideo/CreateVideo.node.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { hasten } from '../../engine/hasten.ts';
import { node, to } from '../../engine/node.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';

hasten();
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

describe('the form of Create Video', () => {
  const { properties } = new CreateVideo().description;

  it('opens with Create and Wait, also by the actions of n8n’s editor', () => {
    const operation = properties.find(({ name }) => name === 'operation')!;
    expect(operation.default).toBe('createAndWait');
    expect(operation.options![0]).toMatchObject({ value: 'createAndWait' });
  });

  it('asks for six things at first', () => {
    const first = properties.filter(
      ({ type, displayOptions: { show = {} } = {} }) =>
        type !== 'collection' &&
        Object.entries(show).every(([name, values]) => {
          const other = properties.find((one) => one.name === name);
          return (values as unknown[]).includes(other?.default);
        }),
    );
    expect(first.map(({ displayName }) => displayName)).toEqual([
      ...['Operation', 'Mode', 'Model', 'Prompt', 'Duration', 'Aspect Ratio', 'Download Video'],
    ]);
    expect(properties.filter(({ type }) => type === 'collection')).toHaveLength(1);
  });
});

describe('a first run of Create', () => {
  it('says that the video is being made, how to get it, and what another run costs', async () => {
    accept();
    const { run } = await runNode({ type: 'createVideo', parameters: { prompt: 'A boat' } });
    expect(hintsOf(run).map(({ message }) => message)).toEqual([
      'Your video is being made now, which takes minutes. Add Wait for Video behind this node to get it, or choose the operation Create and Wait here. Running this node again orders, and charges, another one.',
    ]);
  });

  it('says nothing where Wait for Video follows, or another workflow is called', async () => {
    accept();
    const parameters = { prompt: 'A boat' };
    const { run } = await runNode({
      type: 'createVideo',
      parameters: { ...parameters, callbackUrl: 'https://hooks.example.com/a' },
    });
    expect(hintsOf(run)).toEqual([]);
    const credentials = { videoGenApi: { id: '1', name: 'test' } };
    const followed = await runWorkflow({
      credential: testCredential,
      nodes: [
        node('Items', 'test.items', { parameters: { items: [{ json: {} }] as never } }),
        node('Under Test', 'n8n-nodes-videogen.createVideo', {
          parameters: { operation: 'create', ...parameters },
          credentials,
        }),
        node('Wait', 'n8n-nodes-videogen.waitForVideo', { credentials }),
      ],
      connections: {
        Items: { main: [to('Under Test')] },
        'Under Test': { main: [to('Wait')] },
      },
    });
    expect(hintsOf(followed)).toEqual([]);
  });
});
