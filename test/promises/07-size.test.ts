import { describe, expect, it } from 'vitest';
import { newExecutionId } from '../engine/runWorkflow.ts';
import { howMany } from '../thorough.ts';
import {
  beginPromises,
  done,
  idOf,
  jsonIn,
  promptsOf,
  rememberingService,
  runToEnd,
  table,
  untilOrdered,
} from './scene.ts';

beginPromises();

const parameters = { download: false };

/** What an execution of so many rows costs until it sleeps with all of them ordered. */
async function costsOf(rows: number, service: ReturnType<typeof rememberingService>) {
  service.requests.splice(0);
  service.made.splice(0);
  const asleep = await untilOrdered(table(promptsOf(rows), { parameters }), service, rows);
  expect(asleep.status).toBe('waiting');
  expect(service.made.toSorted()).toEqual(promptsOf(rows).toSorted());
  return {
    requests: service.created / rows,
    storedBytes: JSON.stringify(asleep.data).length / rows,
  };
}

const rows = howMany(300, 1_000);
const executions = howMany(60, 200);

describe('7: many cost per row what few do', () => {
  it(`${rows} rows in one execution are ordered by one request each, and stored as ten are`, async () => {
    const service = rememberingService({
      // Without a timer for each, which would take longer than all else.
      create: (prompt) => ({ status: 200, body: { id: idOf(prompt), status: 'pending' } }),
      read: () => undefined,
    });
    const ten = await costsOf(10, service);
    const many = await costsOf(rows, service);
    expect(many.requests).toBe(1);
    expect(many.storedBytes).toBeLessThan(1.1 * ten.storedBytes);
  });

  it(`${executions} executions at once are ordered once each, looked at as one is, and all come home`, async () => {
    const readyAtMs = Date.now() + 60_000;
    const service = rememberingService({
      read: (id) => (Date.now() >= readyAtMs ? done(id) : undefined),
    });
    const looks = () => service.requests.length - service.created;
    const run = (prompt: string) =>
      runToEnd({ ...table([prompt], { parameters }), executionId: newExecutionId() });
    await run('alone');
    const looksAtOne = looks();
    service.requests.splice(0);
    service.made.splice(0);
    const prompts = promptsOf(executions);
    const runs = await Promise.all(prompts.map(run));
    expect(service.made.toSorted()).toEqual(prompts);
    expect(runs.map((one) => jsonIn(one, 'After').map(({ id }) => id))).toEqual(
      prompts.map((prompt) => [idOf(prompt)]),
    );
    expect(looks() / prompts.length).toBeLessThan(2 * looksAtOne);
  });
});
