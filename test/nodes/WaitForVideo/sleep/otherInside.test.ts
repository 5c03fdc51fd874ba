import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { INodeType, IRun, IRunExecutionData } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { leaveUnwatched } from '../../../engine/unwatched.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import {
  itemsAfter,
  keepApart,
  resume,
  runsOf,
  service,
  workflow,
} from '../../sleep/visits/scene.ts';

const require = createRequire(import.meta.url);

type Entry = NonNullable<IRunExecutionData['executionData']>['nodeExecutionStack'][number];

/** n8n's engine, as far as the tests make another of it. */
interface Engine {
  runExecutionData: IRunExecutionData;
  popExecutionStack(): Entry;
  pushExecutionStack(entry: Entry): void;
  handleWaitingState(workflow: unknown): void;
  getFullRunData(startedAt: Date): IRun;
}
const { WorkflowExecute } = require('n8n-core') as { WorkflowExecute: { prototype: Engine } };
const engine = WorkflowExecute.prototype;

keepApart();
afterEach(() => vi.restoreAllMocks());

/** Makes one part of n8n's engine work in another way, which gets its own. */
function change<Name extends Exclude<keyof Engine, 'runExecutionData'>>(
  name: Name,
  other: (engine: Engine, own: () => ReturnType<Engine[Name]>, argument: Entry) => unknown,
): void {
  const own = engine[name] as (argument: Entry) => ReturnType<Engine[Name]>;
  const spy = vi.spyOn(engine, name as never) as unknown as MockInstance;
  spy.mockImplementation(function (this: Engine, argument: Entry) {
    return other(this, () => own.call(this, argument), argument);
  } as never);
}

const stackOf = ({ runExecutionData }: Engine) =>
  runExecutionData.executionData!.nodeExecutionStack;
const sleeps = ({ runExecutionData }: Engine) => runExecutionData.waitTill != null;

/** What n8n puts back of an execution that goes to sleep, where that is not what it is today. */
function putBack(what: (engine: Engine, taken: { entry: Entry; stack: Entry[] }) => void): void {
  const taken = new WeakMap<Engine, { entry: Entry; stack: Entry[] }>();
  change('popExecutionStack', (of, own) => {
    const entry = own();
    taken.set(of, { entry: structuredClone(entry), stack: [...stackOf(of)] });
    return entry;
  });
  change('pushExecutionStack', (of, own) => (sleeps(of) ? what(of, taken.get(of)!) : own()));
}

/** Ways in which the inside of n8n could work; each begins with how it differs from today's. */
const insides: Record<string, () => void> = {
  'puts back a snapshot of the entry, and stores a copy of it all'() {
    putBack((of, { entry }) => stackOf(of).unshift(entry));
    change('getFullRunData', (_, own) => {
      const run = own() as IRun;
      return { ...run, data: structuredClone(run.data) };
    });
  },
  'puts back nothing but the entry'() {
    change('pushExecutionStack', (of, own, entry) => {
      if (sleeps(of)) of.runExecutionData.executionData!.nodeExecutionStack = [entry];
      else own();
    });
  },
  'wakes with every entry of the node disabled'() {
    change('handleWaitingState', (of, own) => {
      const wasAsleep = sleeps(of);
      own();
      const stack = stackOf(of);
      for (const { node } of wasAsleep ? stack : [])
        if (node.name === stack[0]!.node.name) node.disabled = true;
    });
  },
};

/** The engine has this time of a sleep, whatever it is told. */
function pretendToSleep(waitTill: (told: unknown) => unknown): void {
  change('popExecutionStack', ({ runExecutionData }, own) => {
    let told: unknown;
    Object.defineProperty(runExecutionData, 'waitTill', {
      get: () => waitTill(told),
      set: (value: unknown) => (told = value),
      configurable: true,
    });
    return own();
  });
}

const dist = require.resolve('../../../../dist/nodes/WaitForVideo/WaitForVideo.node.js');
const ours = dist.slice(0, dist.indexOf(`${sep}WaitForVideo${sep}`));
let others: NodeJS.Dict<NodeJS.Module> = {};

/** Wait for Video as in a process of its own, so that what it learns of n8n stays with the test. */
function startAlone(): INodeType {
  others = setApart();
  const { WaitForVideo } = require(dist) as { WaitForVideo: new () => INodeType };
  leaveUnwatched((path) => require(`../../../../dist/nodes/${path}`) as Record<string, unknown>);
  return new WaitForVideo();
}
afterEach(() => {
  if (Object.keys(others).length > 0) setApart();
  Object.assign(require.cache, others);
  others = {};
});

/** Takes the modules of the package out of what is loaded. */
function setApart() {
  const loaded = Object.entries(require.cache).filter(([path]) => path.startsWith(ours));
  for (const [path] of loaded) delete require.cache[path];
  return Object.fromEntries(loaded);
}

const awakeIn = { options: { intervalSeconds: 1 } };

describe('a wait in an n8n that', () => {
  it.each(Object.entries(insides))(
    '%s brings its videos, or an error for each',
    async (_, change) => {
      change();
      service({ a: 1, b: 1 });
      const test = workflow(['a', 'b'], { options: {} });
      let run = await runWorkflow(test);
      for (let visit = 0; run.status === 'waiting' && visit < 5; visit++)
        run = await resume(test, run);
      expect(run.status).toBe('success');
      expect(itemsAfter(run)).toHaveLength(2);
      for (const { json } of itemsAfter(run))
        expect(Array.isArray(json.results) || /nobody knows/.test(String(json.error))).toBe(true);
    },
  );

  it('takes no notice of the wish to sleep stays awake', async () => {
    pretendToSleep(() => undefined);
    service({ a: 1 });
    const run = await runWorkflow(workflow(['a'], awakeIn));
    expect(itemsAfter(run)).toMatchObject([{ json: { status: 'completed' } }]);
    expect(runsOf(run, 'Wait')).toMatchObject([
      { hints: [{ message: expect.stringContaining('n8n refused to let it sleep') as string }] },
    ]);
  });

  it('goes on with what sleeps fails, names the tasks, and lets nobody sleep after that', async () => {
    // Seen by the node that asks, and by nobody else.
    pretendToSleep((told) => (new Error().stack!.includes('putToSleep') ? told : undefined));
    service({ a: 1, b: 1 });
    const types = { 'n8n-nodes-videogen.waitForVideo': startAlone() };
    const failed = await runWorkflow(workflow(['a'], awakeIn, { types }));
    expect(failed.status).toBe('error');
    expect(failed.data.resultData.error).toMatchObject({
      message: 'n8n went on although this execution was asleep',
      description: expect.stringContaining('Get Status: a.') as string,
    });

    const next = await runWorkflow(workflow(['b'], awakeIn, { types }));
    expect(next.status).toBe('success');
    expect(itemsAfter(next)).toMatchObject([{ json: { status: 'completed' } }]);
  });
});
