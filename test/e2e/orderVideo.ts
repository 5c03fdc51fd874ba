import { modes, operations, taskStatus } from 'video-generation-openapi/constants';
import { waitFor, type RunningSandbox } from '../../playground/index.ts';

/**
 * Creates a video as the nodes do, without n8n.
 *
 * @param fields - of the request, besides model and prompt
 * @returns the task's ID
 */
export async function orderVideo(
  { url, apiKey }: Pick<RunningSandbox, 'url' | 'apiKey'>,
  fields: object = {},
): Promise<string> {
  const { method, path } = operations.createVideo;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: modes.textToVideo.models.standard,
      prompt: 'A paper boat',
      ...fields,
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** What the sandbox tells of a task beside what the service does. */
export interface SandboxTask {
  id: string;
  prompt: string;
  answer: { status: string };
  callback?: { state: string };
}

/** All tasks in the sandbox's own book. */
export async function tasksIn({ url }: Pick<RunningSandbox, 'url'>): Promise<SandboxTask[]> {
  return (await (await fetch(`${url}/admin/tasks?limit=10000`)).json()) as SandboxTask[];
}

/** Creates a video that nobody is called for, and waits until it is finished. */
export async function orderFinishedVideo(
  sandbox: Pick<RunningSandbox, 'url' | 'apiKey'>,
): Promise<string> {
  const taskId = await orderVideo(sandbox);
  return await waitFor(
    async () => {
      const task = (await tasksIn(sandbox)).find(({ id }) => id === taskId);
      return task?.answer.status === taskStatus.completed ? taskId : undefined;
    },
    60_000,
    () => new Error('The sandbox did not finish a task'),
  );
}
