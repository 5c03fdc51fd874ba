import type { IConnections, INode, IRun } from 'n8n-workflow';
import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { itemsNode, node, ourNode, to } from '../../../engine/node.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { type TestRun } from '../../../engine/runWorkflow.ts';
import { keepApart as keepEngineApart } from '../../../engine/keepApart.ts';
import { timerMsOf } from '../../../engine/sleeping.ts';
import { keepUnwatched } from '../../../engine/unwatched.ts';

/** Apart from each other, with nobody asking in the background. */
export function keepApart(): void {
  keepEngineApart();
  keepUnwatched();
}

const straight: IConnections[string] = { main: [to('After')] };

export interface Setup extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  outputs?: IConnections[string];
  settings?: Partial<INode>;
}

/** Items -> Wait -> After. */
export const workflow = (
  taskIds: unknown[],
  { options = {}, ...parameters }: { options?: object } & Record<string, unknown> = {},
  { outputs = straight, settings = {}, ...more }: Setup = {},
): TestRun => ({
  credential: testCredential,
  nodes: [
    itemsNode(taskIds.map((id, n) => ({ json: { id, n } as never, pairedItem: { item: n } }))),
    ourNode(
      'Wait',
      'waitForVideo',
      {
        download: false,
        ...parameters,
        options: { output: 'everything', keepInput: false, ...options },
      } as never,
      settings,
    ),
    node('After', 'test.pass'),
  ],
  connections: { Items: { main: [to('Wait')] }, Wait: outputs },
  ...more,
});

export const secondsUntilWake = (run: IRun) => (timerMsOf(run) - Date.now()) / 1000;
export const itemsAfter = (run: IRun, name = 'After') =>
  (run.data.resultData.runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
export const idsAfter = (run: IRun, name = 'After') =>
  itemsAfter(run, name).map(({ json }) => json.id);
export const runsOf = (run: IRun, name: string) => run.data.resultData.runData[name] ?? [];

export const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
export const done = (id: string): Reply => ({
  status: 200,
  body: { status: 'completed', results: [`https://files.test/${id}.mp4`] },
});
/** A service whose tasks are finished from the given request on, counted per task; it makes one, `next`. */
export const service = (finishedAt: Record<string, number>, before: Reply = pending) => {
  const asked = new Map<string, number>();
  return fakeService(({ method, path }) => {
    if (method === 'POST') return { status: 200, body: { id: 'next', status: 'pending' } };
    const id = path.split('/').at(-1)!;
    const nth = asked.get(id) ?? 0;
    asked.set(id, nth + 1);
    return nth >= (finishedAt[id] ?? Infinity) ? done(id) : before;
  });
};
export const idsOf = (requests: { path: string }[]) =>
  requests.map(({ path }) => path.split('/').at(-1));

/** Waits in virtual time: in real time, any number of timers would go off meanwhile. */
export async function untilCalled(calls: readonly string[], times = 1): Promise<void> {
  while (calls.length < times) await new Promise((resolve) => setTimeout(resolve, 10));
}
