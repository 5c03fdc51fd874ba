import { modes, operations } from '../../nodes/generated/contract.ts';
import type { RunningSandbox } from '../../playground/index.ts';

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
