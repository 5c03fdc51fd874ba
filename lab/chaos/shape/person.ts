import type { Place } from '../place/place.ts';
import { readEnded, storiesOf } from './executions.ts';
import { deliver, importOrderWorkflow, workflowId } from './orderWorkflow.ts';
import type { Shape } from './shape.ts';

/** Executions that a person retries who finds them crashed, where n8n knows enough. */
export async function buildPerson(place: Place, saveProgress: boolean): Promise<Shape> {
  const made = await importOrderWorkflow(place, saveProgress);
  const { client } = place;
  const asked = new Set<string>();
  return {
    ...made,
    explain: async (prompt) => (await storiesOf(client, workflowId, deliver, prompt)).join('\n'),
    async read() {
      const { ended, underWay } = await readEnded(client, workflowId, deliver);
      const retried = new Set(ended.map(({ retryOf }) => retryOf));
      // Without the task's id a retry would create and pay for another one.
      const crashed = ended.filter(
        ({ id, status, text }) =>
          status === 'crashed' && !retried.has(id) && !asked.has(id) && /"task_\w+"/.test(text),
      );
      for (const { id } of crashed) {
        asked.add(id);
        await client.post(`/rest/executions/${id}/retry`, { loadWorkflow: false }).catch(() => {});
      }
      const delivered = ended.filter((one) => one.delivered !== undefined);
      const without = ended.filter((one) => one.delivered === undefined);
      return {
        underWay: underWay + crashed.length,
        delivered: delivered.map((one) => one.delivered!),
        resumedByPerson: delivered.filter(({ retryOf }) => retryOf).map((one) => one.delivered!),
        told: without.flatMap(({ id, status, text }) => {
          const prompt = /Chaos [^"]*?\./.exec(text)?.[0];
          return prompt
            ? [{ prompt: `${prompt} execution ${id}.`, reason: `${status}, the ID is unknown` }]
            : [];
        }),
      };
    },
  };
}
