import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { INodeParameters, IRun } from 'n8n-workflow';
import { forgetPaces } from '../../../test/engine/forgetPaces.ts';
import { node, to } from '../../../test/engine/node.ts';
import { runWorkflow } from '../../../test/engine/runWorkflow.ts';
import type { Answer } from './serveAnswers.ts';

export const apiKey = 'sk-0123456789-abcdefghij-KLMNOPQRST';

/** A service that answers what it is told to, and the nodes that ask it. */
export interface Answers {
  /** Has all that is asked from now on answered so. */
  give(answer: Answer): Promise<void>;
  /** Runs a node over as many rows, in n8n's engine. */
  run(type: 'createVideo' | 'waitForVideo', rows: number, more?: INodeParameters): Promise<IRun>;
  /** Resolves when it has answered so many more requests. */
  asked(requests: number): Promise<void>;
  close(): void;
}

export async function startAnswers(): Promise<Answers> {
  const service = fork(fileURLToPath(new URL('./serveAnswers.ts', import.meta.url)), {
    execArgv: ['--no-warnings'],
  });
  const [port] = (await once(service, 'message')) as [number];
  const own = {
    createVideo: {
      operation: 'create',
      prompt: 'A video of {{ $json.id }}',
      options: { output: 'everything', maxVideos: 100_000 },
    },
    waitForVideo: {
      taskId: '={{ $json.id }}',
      options: { output: 'everything', stayAwake: true, intervalSeconds: 1 },
    },
  };
  return {
    async give(answer) {
      forgetPaces();
      service.send(answer);
      await once(service, 'message');
    },
    async asked(requests) {
      service.send({ asked: requests });
      await once(service, 'message');
    },
    async run(type, rows, more) {
      const items = Array.from({ length: rows }, (_, n) => ({ json: { id: `task_${n}` } }));
      return await runWorkflow({
        credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey },
        nodes: [
          node('Items', 'test.items', { parameters: { items: items as never } }),
          node('Under Test', `n8n-nodes-videogen.${type}`, {
            onError: 'continueRegularOutput',
            parameters: { ...own[type], ...more },
            credentials: { videoGenApi: { id: '1', name: 'test' } },
          }),
        ],
        connections: { Items: { main: [to('Under Test')] } },
      });
    },
    close: () => service.disconnect(),
  };
}

/** What the node gave out. */
export const outputOf = (run: IRun) =>
  (run.data.resultData.runData['Under Test']?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
