import { createRequire } from 'node:module';
import type { IRun, IRunExecutionData } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi, type MockInstance } from 'vitest';
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

/** Makes one part of n8n's engine work in another way. */
function change<Name extends keyof Engine>(
  name: Name,
  other: (own: Engine[Name]) => Engine[Name],
): void {
  const own = engine[name];
  const spy = vi.spyOn(engine, name as never) as unknown as MockInstance;
  spy.mockImplementation(other(own) as never);
}

const stackOf = ({ executionData }: IRunExecutionData) => executionData!.nodeExecutionStack;
const sleeps = ({ runExecutionData }: Engine) => runExecutionData.waitTill != null;

/** Ways in which the inside of n8n could work; each begins with how it differs from today's. */
const insides: Record<string, () => void> = {
  'puts back a snapshot of the entry'() {
    const snapshots = new WeakMap<Engine, Entry>();
    change(
      'popExecutionStack',
      (own) =>
        function (this: Engine) {
          const entry = own.call(this);
          snapshots.set(this, structuredClone(entry));
          return entry;
        },
    );
    change(
      'pushExecutionStack',
      (own) =>
        function (this: Engine, entry) {
          own.call(this, sleeps(this) ? snapshots.get(this)! : entry);
        },
    );
  },
  'puts back a snapshot, and stores a copy of it all'() {
    insides['puts back a snapshot of the entry']!();
    change(
      'getFullRunData',
      (own) =>
        function (this: Engine, startedAt) {
          const run = own.call(this, startedAt);
          return { ...run, data: structuredClone(run.data) };
        },
    );
  },
  'puts back nothing but the entry'() {
    const stacks = new WeakMap<Engine, Entry[]>();
    change(
      'popExecutionStack',
      (own) =>
        function (this: Engine) {
          const entry = own.call(this);
          stacks.set(this, [...stackOf(this.runExecutionData)]);
          return entry;
        },
    );
    change(
      'pushExecutionStack',
      (own) =>
        function (this: Engine, entry) {
          if (sleeps(this))
            this.runExecutionData.executionData!.nodeExecutionStack = stacks.get(this)!;
          own.call(this, entry);
        },
    );
  },
  'puts back nothing'() {
    change(
      'pushExecutionStack',
      (own) =>
        function (this: Engine, entry) {
          if (!sleeps(this)) own.call(this, entry);
        },
    );
  },
  'puts the entry behind all others'() {
    change(
      'pushExecutionStack',
      (own) =>
        function (this: Engine, entry) {
          if (sleeps(this)) stackOf(this.runExecutionData).push(entry);
          else own.call(this, entry);
        },
    );
  },
  'wakes without disabling the node'() {
    change(
      'handleWaitingState',
      (own) =>
        function (this: Engine, of) {
          const [first] = stackOf(this.runExecutionData);
          const wasAsleep = sleeps(this);
          own.call(this, of);
          if (wasAsleep) delete first!.node.disabled;
        },
    );
  },
  'wakes with every entry of the node disabled'() {
    change(
      'handleWaitingState',
      (own) =>
        function (this: Engine, of) {
          const stack = stackOf(this.runExecutionData);
          const wasAsleep = sleeps(this);
          own.call(this, of);
          if (wasAsleep)
            for (const { node } of stack)
              if (node.name === stack[0]!.node.name) node.disabled = true;
        },
    );
  },
  'wakes behind the entry that it put back'() {
    change(
      'handleWaitingState',
      (own) =>
        function (this: Engine, of) {
          const wasAsleep = sleeps(this);
          own.call(this, of);
          if (wasAsleep) stackOf(this.runExecutionData).shift();
        },
    );
  },
};

/** The engine takes the time of a sleep, tells the node so, and goes on all the same. */
function goOn(): void {
  // Seen by the node that asks, and by nobody else.
  change(
    'popExecutionStack',
    (own) =>
      function (this: Engine) {
        let seen: unknown;
        Object.defineProperty(this.runExecutionData, 'waitTill', {
          get: () => (new Error().stack!.includes('putToSleep') ? seen : undefined),
          set: (value: unknown) => (seen = value),
          configurable: true,
        });
        return own.call(this);
      },
  );
}

/** The engine does not take the time of a sleep. */
function takeNoNotice(): void {
  change(
    'popExecutionStack',
    (own) =>
      function (this: Engine) {
        const never = { get: () => undefined, set() {}, configurable: true };
        Object.defineProperty(this.runExecutionData, 'waitTill', never);
        return own.call(this);
      },
  );
}

const awakeIn = { options: { intervalSeconds: 1 } };

describe('a wait in an n8n that', () => {
  for (const [name, changeIt] of Object.entries(insides))
    it(`${name} brings its videos, or an error for each`, async () => {
      changeIt();
      service({ a: 1, b: 1 });
      const test = workflow(['a', 'b'], { options: {} });
      let run = await runWorkflow(test);
      for (let visit = 0; run.status === 'waiting' && visit < 5; visit++)
        run = await resume(test, run);
      const videosOrErrors = itemsAfter(run).filter(
        ({ json }) => Array.isArray(json.results) || /nobody knows/.test(String(json.error)),
      );
      expect(run.status).toBe('success');
      expect(itemsAfter(run)).toHaveLength(2);
      expect(videosOrErrors).toHaveLength(2);
    });

  it('takes no notice of the wish to sleep stays awake', async () => {
    takeNoNotice();
    service({ a: 1 });
    const run = await runWorkflow(workflow(['a'], awakeIn));
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toMatchObject([{ json: { status: 'completed' } }]);
    expect(runsOf(run, 'Wait')).toMatchObject([
      { hints: [{ message: expect.stringContaining('n8n refused to let it sleep') as string }] },
    ]);
  });

  it('goes on with what sleeps fails, names the tasks, and lets nobody sleep after that', async () => {
    goOn();
    service({ a: 1, b: 1 });
    const failed = await runWorkflow(workflow(['a'], awakeIn));
    expect(failed.status).toBe('error');
    expect(failed.data.resultData.error).toMatchObject({
      message: 'n8n went on although this execution was asleep',
      description: expect.stringContaining('Get Status: a.') as string,
    });

    const next = await runWorkflow(workflow(['b'], awakeIn));
    expect(next.status).toBe('success');
    expect(itemsAfter(next)).toMatchObject([{ json: { status: 'completed' } }]);
  });
});
