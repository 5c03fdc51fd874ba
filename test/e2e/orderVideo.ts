import { modes, operations, taskStatus } from '../../nodes/generated/contract.ts';
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

/** Creates a video that nobody is called for, and waits until it is finished. */
export async function orderFinishedVideo(
  sandbox: Pick<RunningSandbox, 'url' | 'apiKey'>,
): Promise<string> {
  const taskId = await orderVideo(sandbox);
  return await waitFor(
    async () => {
      const answer = await fetch(`${sandbox.url}/admin/tasks?limit=1000`);
      const tasks = (await answer.json()) as { id: string; answer: { status: string } }[];
      const task = tasks.find(({ id }) => id === taskId);
      return task?.answer.status === taskStatus.completed ? taskId : undefined;
    },
    60_000,
    () => new Error('The sandbox did not finish a task'),
  );
}
