import type {
  IConnections,
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { leaveUnwatched } from '../../../test/engine/leaveUnwatched.ts';
import { node, to } from '../../../test/engine/node.ts';
import { arrange } from '../../../test/engine/sortSettings.ts';
import type { Engine } from '../engine/loadEngine.ts';
import { StoredExecution } from '../engine/StoredExecution.ts';
import type { Fate, World } from './world.ts';

/** Who wakes the sleeping execution. */
export type Waker = 'timer' | 'callback' | 'watcher';

export interface Story {
  /** Heading of its column. */
  name: string;
  wokenBy: Waker;
  fates: Record<string, Fate>;
  nodes: INode[];
  connections: IConnections;
  /** Body of the callback. */
  callback?: IDataObject;
  /** How often it sleeps where it can. */
  sleeps: number;
  /** Throws when the story went otherwise. */
  check(told: Told): void;
}

/** What there is to see of an execution that has ended. */
export interface Told {
  /** Items of the first output, of each run of the node. */
  runs(nodeName: string): INodeExecutionData[][];
  looks: string[];
  /** Whether the node stayed awake. */
  awake: boolean;
}

export interface Outcome {
  story: string;
  /** "asleep" and "awake" are how it came to its right end. */
  result: 'asleep' | 'awake' | 'failed';
  /** What the node said of staying awake, or what was wrong. */
  said?: string;
}

const credentials = { videoGenApi: { id: '1', name: 'story' } };

/** Gives these items out: the first node of each story. */
export const items = (jsons: IDataObject[]) =>
  node('Items', 'test.items', {
    parameters: { items: jsons.map((json, item) => ({ json, pairedItem: { item } })) as never },
  });
// A node that has to stay awake, or is watched over, does not take the default's 5 s.
const quick = { intervalSeconds: 1 };
/** A waiting node: its parameters, and its name. */
export const waitNode = (more: object = {}, name = 'Wait') =>
  arrange(
    node(name, 'n8n-nodes-videogen.waitForVideo', {
      parameters: { ...quick, ...more },
      credentials,
    }),
  );
export const createNode = (more: INodeParameters = {}, name = 'Create') =>
  arrange(
    node(name, 'n8n-nodes-videogen.createVideo', {
      parameters: { prompt: '={{ $json.prompt }}', ...more },
      credentials,
    }),
  );
export const pass = (name: string) => node(name, 'test.pass');
export { node, to };

const limitMs = 60_000;
const longestRealSleepMs = 10_000;

/** Lets one story happen in one version of n8n's engine. */
export async function tell(
  engine: Engine,
  world: World,
  story: Story,
  n: number,
): Promise<Outcome> {
  const executionId = String(n + 1);
  Object.assign(world.fates, story.fates);
  world.nextIds = Object.keys(story.fates);
  world.looks.length = 0;
  const execution = new StoredExecution(engine, {
    executionId,
    nodes: story.nodes,
    connections: story.connections,
    credential: { baseUrl: world.url, apiKey: 'key-of-the-stories-0123456789' },
    n8nUrl: world.url,
  });
  world.executions.set(executionId, execution);
  const watchAgain =
    story.wokenBy === 'watcher' ? () => {} : leaveUnwatched((path) => engine.loadBuilt(path));
  try {
    await execution.start();
    for (const endMs = Date.now() + limitMs; execution.isAsleep || execution.isAwake;) {
      if (Date.now() > endMs) throw new Error('it never woke');
      await wake(world, executionId, execution, story);
    }
    return { story: story.name, ...judge(execution, world, story) };
  } catch (error) {
    return { story: story.name, result: 'failed', said: String((error as Error).message ?? error) };
  } finally {
    watchAgain();
    world.executions.delete(executionId);
  }
}

async function wake(world: World, executionId: string, execution: StoredExecution, story: Story) {
  if (execution.isAwake) return await execution.settled();
  if (story.wokenBy === 'timer') {
    const dueInMs = execution.wakesAtMs - Date.now();
    // Longer ones are cut short: the engine does not look at the clock.
    if (dueInMs < longestRealSleepMs) await sleep(Math.max(dueInMs, 0));
    return await execution.wakeByTimer();
  }
  if (story.wokenBy === 'callback')
    return void (await world.call(executionId, story.callback ?? {}));
  await sleep(50);
}

function judge(execution: StoredExecution, world: World, story: Story): Omit<Outcome, 'story'> {
  const { resultData } = execution.run!.data;
  if (resultData.error) throw resultData.error;
  const awake = execution.sleeps === 0;
  if (!awake && execution.sleeps !== story.sleeps)
    throw new Error(`it slept ${execution.sleeps} times and not ${story.sleeps}`);
  const runs = (name: string) =>
    (resultData.runData[name] ?? []).map(({ data }) => data?.main?.[0] ?? []);
  story.check({ runs, looks: world.looks, awake });
  if (!awake) return { result: 'asleep' };
  const waited = Object.values(resultData.runData).flat();
  const said = waited.flatMap((run) => (run as { hints?: { message: string }[] }).hints ?? []);
  return { result: 'awake', said: said.map(({ message }) => message).join(' ') };
}
