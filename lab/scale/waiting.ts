import { createRequire } from 'node:module';
import type * as watcherModule from '../../nodes/watch/Watcher.ts';
import type { Service } from '../../nodes/service/connectService.ts';
import type * as askModule from '../../nodes/look/askTask.ts';
import type { Urgency } from '../../nodes/pace/urgency.ts';
import type { WaitWorld } from '../../nodes/look/lookUntilDone.ts';
import type * as pollModule from '../../nodes/look/lookUntilDone.ts';
import type * as settingsModule from '../../nodes/look/settings.ts';
import type * as watchModule from '../../nodes/look/startWait.ts';
import type { Blocks } from './blocks.ts';
import { createVirtualWorld, type VirtualWorld } from './virtualWorld.ts';

// The built modules, so that what is measured is what is shipped.
const require = createRequire(import.meta.url);
const load = <T>(name: string) => require(`../../.out/nodes/${name}.js`) as T;
const { lookUntilDone } = load<typeof pollModule>('look/lookUntilDone');
const { defaultSettings } = load<typeof settingsModule>('look/settings');
const { startWait, waitForTasks } = load<typeof watchModule>('look/startWait');
const { askTask } = load<typeof askModule>('look/askTask');
const { Watcher } = load<typeof watcherModule>('watch/Watcher');

const settings = { ...defaultSettings, timeoutMs: Infinity };

const idsOf = (tasks: number) => Array.from({ length: tasks }, (_, n) => `task_${n}`);

const pending = JSON.stringify({ id: 'x', status: 'pending', progress: 40, created_at: 1_790_000 });
const completed = JSON.stringify({
  id: 'x',
  status: 'completed',
  results: ['https://files.example/video.mp4'],
});

/**
 * A service that answers at once, read as the nodes read it.
 *
 * @param looks - about how often each task is looked at until it has ended
 */
export function serviceFor(looks: number, blocks?: Blocks): ServiceWorld {
  const takesMs = Math.max(1, looks) * settings.intervalMs;
  const bodyAt = (nowMs: number) => (nowMs < takesMs ? pending : completed);
  const world = createVirtualWorld(blocks);
  const service = {
    secrets: ['key-0123456789-0123456789'],
    async getTask(id: string) {
      await world.answer();
      const task = { ...(JSON.parse(bodyAt(world.nowMs())) as object), id };
      return { kind: 'task', httpStatus: 200, task };
    },
  } as unknown as Service;
  return Object.assign(world, {
    ask: async (taskId: string, timeoutMs: number, signal: AbortSignal, urgency: Urgency) =>
      await askTask(service, taskId, { timeoutMs, signal, urgency }),
  });
}

export const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export type ServiceWorld = VirtualWorld & Pick<WaitWorld, 'ask'>;

/** Runs what waits for all tasks, and says what each answer cost. */
export type Run = (world: ServiceWorld, tasks: number) => Promise<unknown>;

/** The loop that waits in a running execution. */
export const runLoop: Run = async (world, tasks) => {
  const start = waitForTasks(startWait(), idsOf(tasks), 0, settings.timeoutMs);
  // The node gives others their turn between these two.
  await world.nextTurn();
  await lookUntilDone(start, settings, world);
};

/** The watcher of sleeping executions, from the first look to the last ring. */
export const runWatcher =
  (tasksEach: number): Run =>
  async (world, tasks) => {
    const ids = idsOf(tasks);
    const executions = tasks / tasksEach;
    const watcher = new Watcher({ ...world, onUnreachable: () => {} });
    let allHeard = () => {};
    const done = new Promise<void>((resolve) => (allHeard = resolve));
    let heard = 0;
    const post = async (url: string) => {
      await world.nextTurn();
      watcher.release(url.split('/').at(-1)!);
      heard += 1;
      if (heard === executions) allHeard();
      return { httpStatus: 200, text: '{}' };
    };
    for (let n = 0; n < executions; n++) {
      const mine = ids.slice(n * tasksEach, (n + 1) * tasksEach);
      const state = waitForTasks(startWait(), mine, world.nowMs(), settings.timeoutMs);
      // As the node does, where that has taken long.
      if (tasksEach > 1) await world.nextTurn();
      const execution = {
        executionId: String(n),
        resumeUrl: `https://n8n.test/webhook-waiting/${n}`,
        statusUrl: `https://n8n.test/form-waiting/${n}`,
        state,
        settings,
        eager: false,
        forgetAtMs: Infinity,
      };
      const get = async () => {
        await world.nextTurn();
        return { httpStatus: 200, text: '"running"' };
      };
      watcher.watch(execution, { ask: world.ask, post, get });
      watcher.noteStored(execution.executionId);
      await world.nextTurn();
    }
    await done;
  };
