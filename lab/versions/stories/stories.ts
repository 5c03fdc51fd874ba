import assert from 'node:assert/strict';
import { createNode, items, node, pass, to, waitNode, type Story, type Told } from './story.ts';

const straight = { Items: { main: [to('Wait')] }, Wait: { main: [to('After')] } };
const jsons = ({ runs }: Told, name = 'After') =>
  runs(name).map((run) => run.map(({ json }) => json));
const ids = (told: Told, name = 'After') => jsons(told, name).map((run) => run.map(({ id }) => id));
const lookedAt = ({ looks }: Told, id: string) => looks.filter((one) => one === id).length;

/** One item that is finished at the third look, and how it has to come out. */
const single = (id: string): Omit<Story, 'name' | 'wokenBy' | 'sleeps'> => ({
  fates: { [id]: { atLook: 2 } },
  nodes: [items([{ id }]), waitNode(), pass('After')],
  connections: straight,
  check(told) {
    assert.deepEqual(ids(told), [[id]]);
    const [[json]] = jsons(told) as [[Record<string, unknown>]];
    assert.equal(json.outcome, 'completed');
    assert.equal(json.polls, 3);
    assert.equal(lookedAt(told, id), 3);
    assert.equal(told.runs('Wait').length, 1);
  },
});

const several = [{ id: 'slow' }, { id: 'quick' }, { id: 'middle' }];
const fatesOfSeveral = { slow: { atLook: 2 }, quick: { atLook: 0 }, middle: { atLook: 1 } };

/** What is told in every version, in the order of the table's columns. */
export const stories: Story[] = [
  { name: 'woken by the timer', wokenBy: 'timer', sleeps: 2, ...single('timed') },
  { name: 'rung by the node itself', wokenBy: 'watcher', sleeps: 1, ...single('watched') },
  {
    name: 'woken by a callback',
    wokenBy: 'callback',
    sleeps: 2,
    ...single('called'),
    callback: { id: 'called', status: 'pending' },
  },
  {
    name: 'created and waited for',
    wokenBy: 'watcher',
    sleeps: 1,
    fates: { made: { atLook: 1 } },
    nodes: [items([{ prompt: 'A boat' }]), createNode(), waitNode(), pass('After')],
    connections: { ...straight, Items: { main: [to('Create')] }, Create: { main: [to('Wait')] } },
    check: (told) => assert.deepEqual(ids(told), [['made']]),
  },
  {
    name: 'created and waited for by one node',
    wokenBy: 'watcher',
    sleeps: 1,
    fates: { alone: { atLook: 1 } },
    nodes: [
      items([{ prompt: 'A kite' }]),
      createNode({ operation: 'createAndWait', waiting: { intervalSeconds: 1 } }, 'Wait'),
      pass('After'),
    ],
    connections: straight,
    check(told) {
      assert.deepEqual(ids(told), [['alone']]);
      assert.equal(jsons(told)[0]![0]!.outcome, 'completed');
    },
  },
  {
    name: 'batch',
    wokenBy: 'timer',
    sleeps: 2,
    fates: fatesOfSeveral,
    nodes: [
      items(several),
      waitNode(),
      pass('After'),
      node('Linked', 'test.set', { parameters: { value: "={{ $('Items').item.json.id }}" } }),
    ],
    connections: { ...straight, Wait: { main: [[...to('After'), ...to('Linked')]] } },
    check(told) {
      const inOrder = several.map(({ id }) => id);
      assert.deepEqual(ids(told), [inOrder]);
      assert.deepEqual(
        jsons(told, 'Linked')[0]!.map(({ value }) => value),
        inOrder,
      );
      assert.deepEqual(
        ['slow', 'quick', 'middle'].map((id) => lookedAt(told, id)),
        [3, 1, 2],
      );
    },
  },
  {
    name: 'error output',
    wokenBy: 'timer',
    sleeps: 1,
    fates: { bad: { atLook: 1, failed: true }, good: { atLook: 1 } },
    nodes: [
      items([{ id: 'bad' }, { id: 'good' }]),
      { ...waitNode(), onError: 'continueErrorOutput' },
      pass('After'),
      pass('Failed'),
    ],
    connections: { ...straight, Wait: { main: [to('After'), to('Failed')] } },
    check(told) {
      assert.deepEqual(ids(told), [['good']]);
      const [[failed]] = jsons(told, 'Failed') as [[{ error: string; details: object }]];
      assert.match(failed.error, /^(Row 1: )?Task bad failed/);
      assert.deepEqual((failed.details as { taskId: string }).taskId, 'bad');
    },
  },
  {
    name: 'two branches and a merge',
    wokenBy: 'timer',
    sleeps: 2,
    fates: { left: { atLook: 1 }, right: { atLook: 1 } },
    nodes: [
      items([{}]),
      waitNode({ taskId: 'left' }, 'Wait'),
      waitNode({ taskId: 'right' }, 'Wait Too'),
      pass('Beside'),
      node('After', 'test.merge'),
    ],
    connections: {
      Items: { main: [[...to('Wait'), ...to('Wait Too'), ...to('Beside')]] },
      Wait: { main: [to('After', 0)] },
      'Wait Too': { main: [to('After', 1)] },
    },
    check(told) {
      assert.deepEqual(ids(told), [['left', 'right']]);
      assert.equal(told.runs('Beside').length, 1);
    },
  },
  {
    name: 'time limit kept',
    wokenBy: 'timer',
    sleeps: 1,
    fates: {},
    nodes: [
      items([{ id: 'never' }]),
      {
        ...waitNode({ waiting: { timeLimitMinutes: 0.03 } }),
        onError: 'continueRegularOutput',
      },
      pass('After'),
    ],
    connections: straight,
    check(told) {
      const [[{ details: json }]] = jsons(told) as [[{ details: Record<string, unknown> }]];
      assert.equal(json.reason, 'timedOut');
      assert.ok(Math.abs(Number(json.waitedSeconds) - 2) <= 1, `waited ${json.waitedSeconds} s`);
    },
  },
  {
    name: 'download after the sleep',
    wokenBy: 'timer',
    sleeps: 1,
    fates: { filed: { atLook: 1 } },
    nodes: [items([{ id: 'filed' }]), waitNode({ download: true }), pass('After')],
    connections: straight,
    check({ runs }) {
      const { mimeType, fileName } = runs('After')[0]![0]!.binary!.data!;
      assert.deepEqual({ mimeType, fileName }, { mimeType: 'video/mp4', fileName: 'filed.mp4' });
    },
  },
];
