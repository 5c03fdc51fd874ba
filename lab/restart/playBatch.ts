import { setTimeout } from 'node:timers/promises';
import { untilEnded, waitFor, type Execution } from '../../playground/index.ts';
import { countOpen, listExecutions } from '../executions.ts';
import { startService } from '../bench/service/startService.ts';
import type { BatchPlace } from './batchPlace.ts';
import { installOrders } from './installOrders.ts';

/** A table that is being ordered when n8n ends. */
export interface Batch {
  rows: number;
  /** Requests that the service takes in a second; 0 for a service without a limit. */
  rate: number;
  end: 'stop' | 'kill';
  /** When n8n ends, in seconds behind the first order. */
  atSeconds: number;
  /** Whether each row has an Order Key, and the table is delivered again. Otherwise a person retries. */
  hasKeys: boolean;
  /** The option Videos per Day; 0 for none. */
  limit: number;
  /** Whether each row has an execution of its own; all are started at once. */
  areSingle: boolean;
}

/** What became of the rows. */
export interface PlayedBatch extends Batch {
  /** Videos that were paid when n8n ended, and in the end. */
  paidAtEnd: number;
  paid: number;
  /** Rows that were paid more than once. */
  twice: number;
  /** Rows that were never ordered, and of which no execution says that this is unknown. */
  neverOrdered: number;
  /** Rows that an execution names as unknown. */
  unknown: number;
  /** Paid videos whose ID no execution names. */
  unnamed: number;
  /** How the executions ended, in the order of their start, and what failed in them. */
  statuses: string[];
  errors: string[];
  stopSeconds: number;
}

const workflowId = 'table';
// Who fell asleep just before a kill comes home by its own timer.
const patienceMs = 22 * 60_000;

/** Orders a table in a real n8n, ends n8n meanwhile, starts it again, and goes on as a person would. */
export async function playBatch(
  batch: Batch,
  startPlace: () => Promise<BatchPlace>,
): Promise<PlayedBatch> {
  const service = await startService();
  service.reset({ latencyMs: 100, ...(batch.rate > 0 && { requestsPerSecond: batch.rate }) });
  const place = await startPlace().catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  const { client } = place;
  const paid = () => [...service.tasks.values()];
  const deliver = (row = 0) =>
    waitFor(
      async () =>
        (await fetch(`${place.webhookUrl}/webhook/${workflowId}?row=${row}`, { method: 'POST' }))
          .ok || undefined,
      30_000,
      () => new Error('No webhook'),
    );
  const deliverAll = async () => {
    await deliver();
    const others = Array.from({ length: batch.areSingle ? batch.rows - 1 : 0 }, (_, n) => n + 1);
    await Promise.all(others.map(deliver));
  };
  const untilOver = () =>
    waitFor(
      async () => (await countOpen(client, workflowId)) === 0 || undefined,
      patienceMs,
      () => new Error('Some have not ended'),
      1_000,
    );
  try {
    await installOrders(client, service.url, {
      id: workflowId,
      responseMode: 'onReceived',
      between: [rowsOf(batch)],
      parameters: {
        operation: 'createAndWait',
        prompt: '={{ $json.prompt }}',
        options: {
          ...(batch.hasKeys && { orderKey: '={{ "order " + $json.row }}' }),
          ...(batch.limit > 0 && { videosPerDay: batch.limit }),
        },
      },
    });
    await deliverAll();
    await waitFor(
      async () => paid().length > 0 || undefined,
      60_000,
      () => new Error('No order'),
      20,
    );
    await setTimeout(batch.atSeconds * 1_000);
    const stopsAtMs = Date.now();
    await place.end(batch.end);
    const stopSeconds = Math.round((Date.now() - stopsAtMs) / 100) / 10;
    const paidAtEnd = paid().length;
    await place.startAgain();
    await untilOver();
    const before = await listExecutions(client, workflowId);
    const failed = before.filter(({ status }) => status !== 'success');
    if (failed.length > 0) {
      if (batch.hasKeys) await deliverAll();
      else
        for (const { id } of failed)
          await client.post(`/rest/executions/${id}/retry`, { loadWorkflow: false });
      await setTimeout(2_000);
      await untilOver();
    }
    const all = (await listExecutions(client, workflowId)).reverse();
    const told = await Promise.all(all.map(({ id }) => untilEnded(client, String(id), 10_000)));
    return {
      ...batch,
      paidAtEnd,
      ...count(batch, paid(), told),
      statuses: all.map(({ status }) => status),
      errors: told.map(({ data }) => data?.resultData?.error?.message ?? ''),
      stopSeconds,
    };
  } finally {
    await place.stop();
    await service.stop();
  }
}

function count(
  { rows }: Batch,
  paid: ReadonlyArray<{ id: string; prompt: string }>,
  executions: readonly Execution[],
) {
  // In queue mode n8n can write an error over what an execution had stored; its custom data stay.
  const text = JSON.stringify(executions);
  const perRow = Array.from({ length: rows }, (_, row) =>
    paid.filter(({ prompt }) => prompt === promptOf(row)),
  );
  // A row whose key is taken, and of which nobody knows the task, is named as well.
  const lastText = JSON.stringify(executions.at(-1)?.data);
  const ofError = lastText.matchAll(
    /"row":(\d+),"paid":"(\w+)"(?:,"taskId":"[^"]*")?(?:,"reason":"(\w+)")?/g,
  );
  const named = Array.from(ofError).filter(
    ([, , paidFor, reason]) => paidFor === 'unknown' || reason === 'orderedBefore',
  );
  const unknownRows = new Set(named.map(([, row]) => Number(row)));
  return {
    paid: paid.length,
    twice: perRow.filter(({ length }) => length > 1).length,
    neverOrdered: perRow.filter((made, row) => made.length === 0 && !unknownRows.has(row + 1))
      .length,
    unknown: unknownRows.size,
    unnamed: paid.filter(({ id }) => !text.includes(id)).length,
  };
}

const promptOf = (row: number) => `Row ${row} takes 3 s`;

/** The step that makes the rows of the table, or the one row of an execution. */
const rowsOf = ({ rows, areSingle }: Batch) => ({
  name: 'Rows',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: {
    jsCode: `const rows = ${areSingle} ? [Number($json.query.row)] : [...Array(${rows}).keys()];
return rows.map((row) => ({ json: { row, prompt: 'Row ' + row + ' takes 3 s' } }));`,
  },
});
