import type { IRun } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { killN8n } from '../../../engine/n8nProcess.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { newExecutionId } from '../../../engine/runWorkflow.ts';
import { retry, retryFailed } from '../../../engine/sleeping.ts';
import {
  beginPromises,
  deliverAfterKill,
  errorOf,
  idOf,
  inNewProcess,
  jsonIn,
  killAfter,
  loop,
  outputsOf,
  promptsOf,
  rememberingService,
  retryAfterKill,
  runsOf,
  runToEnd,
  runUntilKilled,
  table,
  type Setup,
} from '../../../promises/scene.ts';
import { isThorough } from '../../../thorough.ts';

beginPromises();
beforeEach(() => orderStore.clear());

const goOn = { onError: 'continueErrorOutput' } as const;
const key = { orderKey: '={{ $json.own }}' };
const detailsOf = (run: IRun) =>
  outputsOf(run, 1).map(({ json }) => json.details as { reason: string; paid: string });

/** A table that is killed while its n-th order is under way. */
const killed = async (rows: number, orders: number, setup: Setup = {}) => {
  const service = rememberingService({ msPerCreate: 500, ...killAfter(orders) });
  const test = table(promptsOf(rows), setup);
  return { service, test, stored: await runUntilKilled(test) };
};

describe('the same rows, delivered again behind a kill', () => {
  const keyed = (more: Setup = {}) => ({ parameters: { options: key }, settings: goOn, ...more });

  it('come out as ordered before where they were made, unknown where nobody knows, and made once', async () => {
    const { service, test } = await killed(24, 18, keyed());
    const before = [...service.made];
    const run = await deliverAfterKill(test);
    expect(service.madeTwice).toEqual([]);
    const items = jsonIn(run, 'After');
    const fromBefore = items.filter(({ orderedBefore }) => orderedBefore);
    expect(fromBefore).toEqual(
      promptsOf(10).map((own) => ({ ...fromBefore[0], prompt: own, own, orderKey: own })),
    );
    expect(fromBefore[0]).toMatchObject({ paid: 'no', orderedBefore: true });
    expect(detailsOf(run).map(({ reason, paid }) => `${reason} ${paid}`)).toEqual(
      Array(detailsOf(run).length).fill('keyUnknown unknown'),
    );
    const made = items.filter(({ paid }) => paid === 'yes');
    expect(made.length + 10 + detailsOf(run).length).toBe(24);
    expect(service.made).toHaveLength(before.length + made.length);
    // On a later night, only what is unknown is red.
    const later = detailsOf(await deliverAfterKill(test));
    expect([later, service.madeTwice]).toEqual([detailsOf(run), []]);
  });

  it.each(isThorough ? [1, 2, 3, 4, 5, 6] : [2, 4])(
    'pay nothing twice where n8n is killed at call %i of its store',
    async (nth) => {
      const service = rememberingService();
      orderStore.onCall((call) => call === nth && killN8n());
      const options = { ...key, videosPerDay: 100 };
      const test = table(promptsOf(30), keyed({ parameters: { options } }));
      await runUntilKilled(test).catch(() => undefined);
      orderStore.onCall(() => {});
      const run = await deliverAfterKill(test);
      expect(service.madeTwice).toEqual([]);
      const silent = jsonIn(run, 'After').filter(({ own }) => !service.made.includes(String(own)));
      expect(silent).toEqual([]);
    },
  );
});

describe('a second Retry of the same execution', () => {
  const rows = promptsOf(24);
  it('orders nothing again where a row had been refused, and the first Retry has ordered it', async () => {
    const service = rememberingService({
      create: (prompt, nth) =>
        prompt === rows[11] && nth === 1
          ? { status: 422, body: { message: 'too long' } }
          : undefined,
    });
    const test = table(rows);
    const failed = await runToEnd(test);
    expect(failed.status).toBe('error');
    const retries = await Promise.all([1, 2].map(() => retryFailed(test, failed, true)));
    for (const one of [...retries, await retryFailed(test, failed, true)]) {
      const { status, data } = await runToEnd(test, one);
      expect([status, data.resultData.error]).toEqual(['success', undefined]);
    }
    expect(service.made.toSorted()).toEqual(rows);
  });

  it('orders nothing again where n8n was killed, and the first Retry has ordered the rest', async () => {
    const { service, test, stored } = await killed(24, 18);
    const fresh = await inNewProcess(test);
    await runToEnd(fresh, await retry(fresh, stored!));
    const before = [...service.made];
    await runToEnd(fresh, await retry(fresh, stored!));
    expect([service.made, service.madeTwice]).toEqual([before, []]);
  });
});

describe('a table that has to queue whenever n8n wakes it', () => {
  it('is stored before each part all the same, so that Retry pays nothing again', async () => {
    const service = rememberingService({ msPerCreate: 500, ...killAfter(90) });
    const test = table(promptsOf(100));
    await retryAfterKill(test, await runUntilKilled(test, () => {}, 13_700));
    expect(service.madeTwice).toEqual([]);
    expect(service.made.length).toBeGreaterThan(90);
  });
});

describe('a limit behind a kill', () => {
  const kills = isThorough ? ['order', 1, 2, 3, 4] : ['order', 2, 3];
  it.each(kills)('has counted one page at most of what was never sent: %s', async (at) => {
    const parameters = { operation: 'create', options: { videosPerMonth: 22 } };
    orderStore.onCall((call) => call === at && killN8n());
    const { service, test } = await killed(12, at === 'order' ? 5 : Infinity, { parameters });
    orderStore.onCall(() => {});
    const before = service.made.length;
    expect(orderStore.entries.length).toBeLessThanOrEqual(10);
    expect(errorOf(await deliverAfterKill(test))).toBeUndefined();
    expect(service.made).toHaveLength(before + 12);
  });
});

describe('a loop over items, killed in its fourth round', () => {
  it.each(['create', 'createAndWait'])('pays for nothing twice: %s', async (operation) => {
    let round = 0;
    const service = rememberingService({
      create: () => {
        if ((round += 1) === 4) killN8n();
        return undefined;
      },
    });
    const parameters = { operation, prompt: '={{ "round " + $runIndex }}' };
    const test = loop(table(['A'], { parameters }), 6);
    await retryAfterKill(test, await runUntilKilled(test));
    expect(service.madeTwice).toEqual([]);
    expect(service.made.length).toBeGreaterThanOrEqual(4);
  });
});

describe('a table that is run again', () => {
  const runAgain = async (rows: string[], more = {}, prompt = '={{ $json.prompt }}') => {
    const test = table(rows, { parameters: { prompt, options: { ...key, ...more } } });
    return await runToEnd({ ...test, executionId: newExecutionId() });
  };

  it('orders what is missing, within a limit in which what is there needs no room, and says what has changed', async () => {
    const service = rememberingService();
    await runAgain(promptsOf(10), { videosPerDay: 12, videosPerMonth: 20 });
    const prompt = '={{ $json.prompt.replace("-002", "-other") }}';
    const run = await runAgain(promptsOf(12), { videosPerDay: 12, videosPerMonth: 20 }, prompt);
    expect(service.made.toSorted()).toEqual(promptsOf(12));
    const { message } = runsOf(run, 'Create Video').at(-1)!.hints!.at(-1)!;
    expect(message).toMatch(/^12 rows: 10 from before, 2 ordered and paid now\./);
    expect(message).toMatch(
      /Changed since it was ordered, so this is the old video: row 2\. To order it as it is now, give it another Order Key/,
    );
    const items = jsonIn(run, 'After');
    expect(items.map(({ id }) => id)).toEqual(promptsOf(12).map(idOf));
    expect(
      items.flatMap(({ changedSinceOrdered }, row) => (changedSinceOrdered ? row : [])),
    ).toEqual([1]);
    const more = await runAgain(promptsOf(13), { videosPerDay: 12 });
    expect(errorOf(more)?.message).toMatch(
      /make 1 video, but the limit of 12 Videos per Day is used up/,
    );
    expect(service.made).toHaveLength(12);
  });
});
