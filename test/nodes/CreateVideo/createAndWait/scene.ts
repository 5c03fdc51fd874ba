import type { IConnections, INode, INodeParameters, IRun } from 'n8n-workflow';
import { keepApart as keepEngineApart } from '../../../engine/keepApart.ts';
import { haveSendSettings } from '../../../engine/sendSettings.ts';
import { fakeService, type Reply, type SentRequest } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { resumeAfter } from '../../../engine/sleeping.ts';
import { keepUnwatched } from '../../../engine/unwatched.ts';

/**
 * Apart from each other, with nobody asking in the background, and with rows that are sent one after
 * another, and at once or not at all.
 */
export function keepApart(): void {
  keepEngineApart();
  haveSendSettings({ busyMs: 0, rowsAtOnce: 1 });
  keepUnwatched();
}

export interface Setup extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  options?: INodeParameters;
  parameters?: INodeParameters;
  settings?: Partial<INode>;
  /** Where the node's outputs lead. */
  outputs?: IConnections[string];
  rows?: Array<Record<string, unknown>>;
}

/** Items -> Make -> After / Failed. */
export function workflow({
  options = {},
  parameters = {},
  settings = {},
  outputs = { main: [to('After'), to('Failed')] },
  rows = [{ idea: 'A' }],
  ...more
}: Setup = {}): TestRun {
  return {
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', {
        parameters: { items: rows.map((json) => ({ json })) as never },
      }),
      node('Make', 'n8n-nodes-video-generation.createVideo', {
        parameters: {
          operation: 'createAndWait',
          mode: 'textToVideo',
          model: 'standard',
          prompt: '={{ $json.idea }}',
          download: false,
          ...parameters,
          options: {
            output: 'everything',
            keepInput: false,
            ...options,
          },
        },
        credentials: { videoGenerationApi: { id: '1', name: 'test' } },
        ...settings,
      }),
      node('After', 'test.pass'),
      node('Failed', 'test.pass'),
    ],
    connections: { Items: { main: [to('Make')] }, Make: outputs },
    ...more,
  };
}

export const goOn = { onError: 'continueErrorOutput' } as const;
export const three = [{ idea: 'A' }, { idea: 'B' }, { idea: 'C' }];
export const resume = (test: TestRun, run: IRun, afterMs?: number) =>
  resumeAfter(test, run, afterMs);
/** Runs the workflow to its end, waking it by the timer whenever it sleeps. */
export async function runToEnd(test: TestRun, start?: IRun): Promise<IRun> {
  let run = start ?? (await runWorkflow(test));
  for (let wakings = 0; run.status === 'waiting' && wakings < 40; wakings++)
    run = await resume(test, run);
  return run;
}
export const runsOf = (run: IRun, name: string) => run.data.resultData.runData[name] ?? [];
export const itemsIn = (run: IRun, name: string) =>
  runsOf(run, name).flatMap(({ data }) => data?.main?.[0] ?? []);
export const jsonIn = (run: IRun, name: string) => itemsIn(run, name).map(({ json }) => json);
type RunError = { message: string; description?: string; context?: Record<string, unknown> };
export const errorOf = (run: IRun) => run.data.resultData.error as RunError | undefined;

export const promptOf = ({ body }: SentRequest) => (body as { prompt: string }).prompt;
const idOf = ({ path }: SentRequest) => decodeURIComponent(path.split('/').at(-1)!);
export const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
export const done = (id: string): Reply => ({
  status: 200,
  body: { id, status: 'completed', results: [`https://files.test/${id}.mp4`] },
});
export const failed: Reply = { status: 200, body: { status: 'failed', error: 'too dark' } };
export const refused: Reply = { status: 422, body: { message: 'not this one' } };
export const lost: Reply = { breakWith: 'ECONNRESET' };

/** A service that makes task-A of prompt A, and keeps a book of what it made. */
export function service({
  create = () => undefined,
  read = (_, looks) => (looks > 1 ? undefined : pending),
}: {
  /** The answer to a create request that makes no task, or loses it. */
  create?: (prompt: string, nth: number) => Reply | undefined;
  /** The answer to the n-th look at a task (from 1); it is finished by default. */
  read?: (id: string, looks: number) => Reply | undefined;
} = {}) {
  const made: string[] = [];
  const sent = new Map<string, number>();
  const looks = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)!;
  };
  const fake = fakeService((request) => {
    if (request.method === 'POST') {
      const prompt = promptOf(request);
      const answer = create(prompt, count(sent, prompt));
      if (answer === undefined || answer === lost) made.push(prompt);
      return answer ?? { status: 200, body: { id: `task-${prompt}`, status: 'pending' } };
    }
    const id = idOf(request);
    return read(id, count(looks, id)) ?? done(id);
  });
  return {
    ...fake,
    /** Prompts of the tasks that were made, in order. */
    made,
    get created() {
      return fake.requests.filter(({ method }) => method === 'POST').length;
    },
    get asked() {
      return fake.requests.filter(({ method }) => method === 'GET').map(idOf);
    },
  };
}
