import { importWorkflow, publish, readExamples } from '../../../playground/index.ts';
import { readTable } from '../../../test/e2e/examples/dataTables.ts';
import { setUpRecovery, type CallRow, type RecoveryRow } from './setUpRecovery.ts';
import type { Place } from '../place/place.ts';
import { readEnded, storiesOf, type Ended } from './executions.ts';
import { deliver, executionOf, importOrderWorkflow, workflowId } from './orderWorkflow.ts';
import type { Shape } from './shape.ts';

const callSeconds = 60;
const settled = ['retried', 'handedOver', 'told', 'person', 'none'];

/** Executions that the example "bring lost executions home" looks after, in a hurry. */
export async function buildRecover(
  place: Place,
  passSeconds: number,
  readPrompts: () => Promise<string[]>,
): Promise<Shape> {
  const { client, credential, webhookUrl } = place;
  const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;
  const { workflow, callbackPath } = await setUpRecovery(
    client,
    example,
    credential,
    callSeconds,
    passSeconds,
  );
  await importWorkflow(client, workflow);
  await publish(client, workflow.id);
  const made = await importOrderWorkflow(place, true, `${webhookUrl}${callbackPath}`);
  return {
    ...made,
    async explain(prompt) {
      const stories = await storiesOf(client, workflowId, deliver, prompt);
      const ids = stories.map((story) => / (\d+):/.exec(story)?.[1]);
      const rows = await readTable<RecoveryRow>(client, 'video_recovery');
      const calls = await readTable<CallRow>(client, 'video_calls');
      return [
        ...stories,
        ...rows
          .filter(({ execution }) => ids.includes(execution))
          .map((row) => JSON.stringify(row)),
        ...calls.filter(({ label }) => label.includes(prompt)).map((row) => JSON.stringify(row)),
      ].join('\n');
    },
    async read() {
      const { ended, underWay } = await readEnded(client, workflowId, deliver);
      const rows = (await readTable<RecoveryRow>(client, 'video_recovery')).filter(({ key }) =>
        key.includes('#'),
      );
      const unsettled = lost(ended).filter(({ id }) => !isSettled(rows, id));
      const calls = await readTable<CallRow>(client, 'video_calls');
      const told = rows.filter(({ state }) => state === 'told' || state === 'person');
      const prompts = await readPrompts();
      const handedOver = new Set(
        calls.filter(({ state }) => state === 'handedOver').map(({ task }) => task),
      );
      const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
      const crashed = ended.filter((one) => one.delivered && one.status !== 'success');
      return {
        delivered: [...ended.flatMap((one) => one.delivered ?? []), ...handedOver],
        resumedByPerson: [],
        underWay: underWay + unsettled.length,
        how: [
          `executions that n8n lost: ${new Set(rows.map(({ execution }) => execution)).size}`,
          `resumed ${of('retry', 'retried')}`,
          `done before n8n had noted it ${crashed.length}`,
          `told of ${of('told', 'person')}`,
          `videos handed over ${handedOver.size}`,
        ].join(', '),
        told: prompts.flatMap((prompt) => {
          const asked = executionOf(prompt);
          const row = told.find(({ execution, root }) => execution === asked || root === asked);
          return row ? [{ prompt, reason: row.reason }] : [];
        }),
      };
    },
  };
}

/** Executions that n8n lost, and that were not retried. */
function lost(ended: Ended[]): Ended[] {
  const retried = new Set(ended.map(({ retryOf }) => retryOf));
  return ended.filter(
    ({ id, status }) => (status === 'crashed' || status === 'error') && !retried.has(id),
  );
}

const isSettled = (rows: RecoveryRow[], id: string) => {
  const last = rows.filter(({ execution }) => execution === id).at(-1);
  return last !== undefined && settled.includes(last.state);
};
