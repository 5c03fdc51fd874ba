import { describe, expect, it } from 'vitest';
import { nextPageSize, pageMs } from '../../../../nodes/CreateVideo/pay/orderRows.ts';
import { firstPageSize, type Outcome } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import { sendPage } from '../../../../nodes/CreateVideo/pay/sendPage.ts';

const accepted: Outcome = { kind: 'accepted', task: { id: 'task-1' } };
const refused: Outcome = {
  kind: 'notCreated',
  failure: { message: '', description: '', reason: 'refused', paid: 'no' },
};

/** A page whose rows come to something when the test says so. */
function openPage(rows: number, { stopOnFailure = false, isTimed = true } = {}) {
  const underWay = new Map<number, (outcome: Outcome | undefined) => void>();
  const recorded: Array<[number, Outcome['kind']]> = [];
  const cancel = new AbortController();
  let endTime = () => {};
  let isTimerCleared = false;
  const end = sendPage(
    Array.from({ length: rows }, (_, row) => row),
    { pageMs: isTimed ? pageMs : Infinity, stopOnFailure },
    {
      cancelled: cancel.signal,
      send: (row, halted) =>
        new Promise((resolve) => {
          underWay.set(row, resolve);
          halted.addEventListener('abort', () => resolve(undefined));
        }),
      record: (row, { kind }) => recorded.push([row, kind]),
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          endTime = resolve;
          signal.addEventListener('abort', () => {
            isTimerCleared = true;
            reject(signal.reason as Error);
          });
        }),
    },
  );
  const settle = async (row: number, outcome: Outcome = accepted) => {
    underWay.get(row)!(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const passTime = async () => {
    endTime();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { end, settle, passTime, recorded, cancel, isTimerCleared: () => isTimerCleared };
}

describe('sendPage', () => {
  it('ends when all rows came to something, and clears its timer', async () => {
    const page = openPage(2);
    await page.settle(1);
    await page.settle(0);
    expect(await page.end).toEqual({ settled: 2, isStopped: false });
    expect(page.recorded).toEqual([
      [1, 'accepted'],
      [0, 'accepted'],
    ]);
    expect(page.isTimerCleared()).toBe(true);
  });

  it('takes back what has not left when its time is over', async () => {
    const page = openPage(3);
    await page.settle(0);
    await page.passTime();
    expect(await page.end).toEqual({ settled: 1, isStopped: false });
  });

  it('does not end before one row came to something', async () => {
    const page = openPage(3);
    await page.passTime();
    await page.settle(2);
    expect(await page.end).toEqual({ settled: 1, isStopped: false });
    expect(page.recorded).toEqual([[2, 'accepted']]);
  });

  it('takes the others back when a row fails and the node stops on errors', async () => {
    const page = openPage(3, { stopOnFailure: true });
    await page.settle(1, refused);
    expect(await page.end).toEqual({ settled: 1, isStopped: true });
  });

  it('goes on behind what was accepted, also where the node stops on errors', async () => {
    const page = openPage(2, { stopOnFailure: true });
    await page.settle(0);
    await page.settle(1);
    expect(await page.end).toEqual({ settled: 2, isStopped: false });
  });

  it('takes the others back when nobody knows of a row, and the node stops on errors', async () => {
    const page = openPage(3, { stopOnFailure: true });
    await page.settle(0, { ...refused, kind: 'unknown' });
    expect(await page.end).toEqual({ settled: 1, isStopped: true });
  });

  it('waits for all that is under way when a record throws, and then throws that', async () => {
    let answerLater = (_: Outcome) => {};
    const recorded: number[] = [];
    const end = sendPage(
      [0, 1],
      { pageMs: Infinity, stopOnFailure: false },
      {
        cancelled: undefined,
        send: async (row) =>
          row === 0 ? accepted : await new Promise((resolve) => (answerLater = resolve)),
        record(row) {
          recorded.push(row);
          if (row === 0) throw new Error('out of order');
        },
        sleep: async () => {},
      },
    );
    await new Promise((resolve) => setImmediate(resolve));
    answerLater(accepted);
    await expect(end).rejects.toThrow('out of order');
    expect(recorded).toEqual([0, 1]);
  });

  it('goes on behind a failure where the node goes on', async () => {
    const page = openPage(2);
    await page.settle(0, refused);
    await page.settle(1);
    expect(await page.end).toEqual({ settled: 2, isStopped: false });
  });

  it('sends nothing once the execution is stopped', async () => {
    const sent: number[] = [];
    await sendPage(
      [0],
      { pageMs, stopOnFailure: false },
      {
        cancelled: AbortSignal.abort(),
        send: async (row) => (sent.push(row), accepted),
        record: () => {},
        sleep: async () => {},
      },
    );
    expect(sent).toEqual([]);
  });

  it('ends when the execution is stopped', async () => {
    const page = openPage(2);
    await page.settle(0);
    page.cancel.abort();
    expect(await page.end).toEqual({ settled: 1, isStopped: false });
  });

  it('records as unknown what throws behind the request', async () => {
    const recorded: Outcome[] = [];
    await sendPage(
      [7],
      { pageMs: Infinity, stopOnFailure: false },
      {
        cancelled: undefined,
        send: () => Promise.reject(new Error('cannot read this')),
        record: (_, outcome) => recorded.push(outcome),
        sleep: () => Promise.reject(new Error('has no time')),
      },
    );
    expect(recorded).toMatchObject([{ kind: 'unknown', failure: { paid: 'unknown' } }]);
  });
});

describe('the time of a page', () => {
  it.each([
    [pageMs, [pageMs]],
    [Infinity, []],
  ])('of %j ms is waited for as %j', async (ms, want) => {
    const slept: number[] = [];
    await sendPage(
      [0],
      { pageMs: ms, stopOnFailure: false },
      {
        cancelled: undefined,
        send: async () => accepted,
        record: () => {},
        sleep: async (durationMs) => void slept.push(durationMs),
      },
    );
    expect(slept).toEqual(want);
  });
});

describe('nextPageSize', () => {
  it.each([
    { settled: 10, tookMs: 5_000, size: 13 },
    { settled: 10, tookMs: 200, size: 40 },
    { settled: 100, tookMs: 5_000, size: 125 },
    { settled: 100, tookMs: 10_000, size: 63 },
    { settled: 0, tookMs: 60_000, size: firstPageSize },
    { settled: 400, tookMs: 0, size: 1_600 },
  ])('is $size behind $settled rows in $tookMs ms', ({ settled, tookMs, size }) => {
    expect(nextPageSize(settled, tookMs)).toBe(size);
  });
});
