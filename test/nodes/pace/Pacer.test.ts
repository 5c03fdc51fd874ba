import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../nodes/pace/Pacer.ts';
import { firstSize, mostAtOnce } from '../../../nodes/pace/places.ts';
import { VirtualTime } from '../../../lab/simulation/pace/virtualTime.ts';
import { open, ride } from './openPacer.ts';

describe('Pacer', () => {
  it('sends nothing while the service asks to wait, whoever comes', async () => {
    const { time, sent, send } = open((nth) => ({ taken: nth > 0, retryAfterMs: 30_000 }));
    await time.run(send(ride()));
    await time.run(Promise.all([send(ride()), send(ride({ flow: 'b' }))]));
    expect(sent.map(({ atMs }) => atMs)[0]).toBe(0);
    expect(sent[1]!.atMs).toBeGreaterThanOrEqual(30_200);
  });

  it('tries with one request whether a pause is over', async () => {
    const { time, sent, send } = open((nth) => ({ taken: nth > 15, retryAfterMs: 5_000 }));
    await time.run(Promise.all(Array.from({ length: 60 }, () => send(ride()))));
    const behind = sent.filter(({ atMs }) => atMs >= 5_000);
    expect(behind[0]!.inFlight).toBe(1);
    expect(behind[1]!.atMs - behind[0]!.atMs).toBeGreaterThanOrEqual(200);
  });

  it('spends what the service takes in a minute at once, and provokes one refusal for each', async () => {
    const takenAtMs: number[] = [];
    let refusedLate = 0;
    const time = new VirtualTime();
    const pacer = new Pacer(time);
    const one = async (): Promise<void> => {
      const turn = await pacer.enter(ride({ patience: { budgetMs: Infinity } }));
      if (turn.kind !== 'go') throw new Error(turn.kind);
      const minute = Math.floor(time.nowMs() / 60_000);
      const taken = takenAtMs.filter((atMs) => Math.floor(atMs / 60_000) === minute).length < 100;
      if (taken) takenAtMs.push(time.nowMs());
      else if (minute > 0) refusedLate += 1;
      const retryAfterMs = Math.ceil(60 - (time.nowMs() % 60_000) / 1_000) * 1_000;
      await time.sleep(200);
      pacer.leave(turn.pass, taken ? 'taken' : 'refused', taken ? undefined : retryAfterMs);
      if (!taken) await one();
    };
    await time.run(Promise.all(Array.from({ length: 400 }, one)));
    const seconds = [100, 200, 300].map((nth) => Math.floor(takenAtMs[nth + 95]! / 1_000) % 60);
    expect(Math.max(...seconds)).toBeLessThan(10);
    expect(time.nowMs()).toBeLessThan(195_000);
    expect(refusedLate).toBeLessThanOrEqual(2);
  });

  it('looks on while creation alone is closed, and leaves looks alone where both are', async () => {
    const creating = async (isLookTaken: boolean) => {
      const { time, sent, send } = open((nth) => ({
        taken: nth > 0 && isLookTaken,
        retryAfterMs: 7_200_000,
      }));
      await time.run(send(ride()));
      const look = () => send(ride({ urgency: 'routine', patience: { budgetMs: 5_000 } }));
      const looks = [await time.run(look()), await time.run(look()), await time.run(look())];
      expect(await time.run(send(ride()))).toBe('closed');
      expect(sent[1]!.atMs).toBeLessThanOrEqual(2_200);
      return { looks, sent: sent.length };
    };
    expect(await creating(true)).toEqual({ looks: ['go', 'go', 'go'], sent: 4 });
    expect(await creating(false)).toEqual({ looks: ['go', 'closed', 'closed'], sent: 2 });
  });

  it('tells those who wait of each pause', async () => {
    const told: number[] = [];
    const onPause = (forMs: number) => void told.push(forMs);
    const { time, send } = open((nth) => ({ taken: nth > 16, retryAfterMs: 5_000 }));
    const crowd = Array.from({ length: 16 }, () => send(ride()));
    const queued = send(ride({ flow: 'b', onPause }));
    await time.run(Promise.all(crowd));
    const late = send(ride({ flow: 'c', onPause }));
    await time.run(Promise.all([queued, late]));
    expect(new Set(told)).toEqual(new Set([5_000]));
  });

  describe('with requests that are never answered', () => {
    /** A pacer whose requests are lost, refused with a pause of 5 s, or taken. */
    const open = (fateOf: (nth: number) => 'lost' | 'refused' | 'taken', latencyMs = 200) => {
      const time = new VirtualTime();
      const pacer = new Pacer(time);
      const sentAtMs: number[] = [];
      const send = async (): Promise<void> => {
        const turn = await pacer.enter(ride());
        if (turn.kind !== 'go') throw new Error(turn.kind);
        const fate = fateOf(sentAtMs.length);
        sentAtMs.push(time.nowMs());
        if (fate === 'lost') return;
        await time.sleep(latencyMs);
        pacer.leave(turn.pass, fate, fate === 'refused' ? 5_000 : undefined);
        if (fate === 'refused') await send();
      };
      return { time, sentAtMs, send };
    };
    const many = (count: number, send: () => Promise<void>) =>
      Promise.all(Array.from({ length: count }, () => send()));

    it('goes on right behind a pause while one is under way', async () => {
      const sendAll = async (first: 'lost' | 'taken') => {
        const { time, sentAtMs, send } = open((nth) => [first, 'refused' as const][nth] ?? 'taken');
        await time.run(many(30, send));
        return sentAtMs;
      };
      const sentAtMs = await sendAll('lost');
      expect(sentAtMs.find((atMs) => atMs > 200)).toBe(5_200);
      // As fast as if all were answered.
      expect(sentAtMs.at(-1)).toBeLessThan((await sendAll('taken')).at(-1)! + 500);
    });

    it('goes on right behind a pause where any answer takes long', async () => {
      const { time, sentAtMs, send } = open(
        (nth) => (nth === 20 ? 'lost' : nth === 21 ? 'refused' : 'taken'),
        10_000,
      );
      await time.run(many(40, send));
      const refusedAtMs = sentAtMs[21]! + 10_000;
      expect(sentAtMs.find((atMs) => atMs > refusedAtMs)! - refusedAtMs).toBe(5_000);
    });

    it('goes on soon when it is the one that was to find out whether the pause is over', async () => {
      const { time, sentAtMs, send } = open((nth) =>
        nth < firstSize ? 'refused' : nth === firstSize ? 'lost' : 'taken',
      );
      await time.run(many(30, send));
      expect(sentAtMs[firstSize]).toBe(5_200);
      expect(sentAtMs[firstSize + 1]).toBeLessThanOrEqual(7_200);
    });

    it('goes on where the service takes one at once and keeps that place for ever', async () => {
      const time = new VirtualTime();
      const pacer = new Pacer(time);
      let underWay = 0;
      let isFirst = true;
      const one = async (): Promise<void> => {
        const turn = await pacer.enter(ride());
        if (turn.kind !== 'go') throw new Error(turn.kind);
        if (isFirst) return void (isFirst = false);
        underWay += 1;
        const isTaken = underWay <= 1;
        await time.sleep(200);
        underWay -= 1;
        pacer.leave(turn.pass, isTaken ? 'taken' : 'refused');
        if (!isTaken) await one();
      };
      await time.run(many(40, one));
      // 39 one after another take 8 s, and to find out that it is one takes about as long again.
      expect(time.nowMs()).toBeLessThan(40_000);
    });

    it('sends next to nothing into a silence', async () => {
      const { time, sentAtMs, send } = open(() => 'lost');
      void many(200, send);
      await time.run(time.sleep(60_000));
      expect(sentAtMs.length).toBeLessThanOrEqual(firstSize + 2);
    });
  });

  it('turns away who would have to wait for longer than it may, and those only', async () => {
    const { time, pacer, sent, send } = open((nth) => ({ taken: nth > 0, retryAfterMs: 60_000 }));
    const fates = [500, 59_000, 61_000].map((budgetMs) =>
      send(ride({ patience: { budgetMs, wasRefused: false }, flow: `${budgetMs}` })),
    );
    await time.run(fates[0]!);
    expect(sent).toHaveLength(3);
    const late = await time.run(
      Promise.all([59_000, 61_000].map((budgetMs) => send(ride({ patience: { budgetMs } })))),
    );
    expect(late).toEqual(['closed', 'go']);
    expect(pacer.queued).toBe(0);
  });

  it('drops cancelled requests at once, and leaves no timer for them', async () => {
    const { time, pacer, send } = open((nth) => ({ taken: nth > 0, retryAfterMs: 30_000 }));
    await time.run(send(ride()));
    const stop = new AbortController();
    const fates = Array.from({ length: 1_000 }, () => send(ride({ signals: [stop.signal] })));
    const other = send(ride({ flow: 'b' }));
    expect(pacer.queued).toBe(1_001);
    expect(time.timers).toBe(1);
    stop.abort();
    expect(pacer.queued).toBe(1);
    expect(new Set(await time.run(Promise.all(fates)))).toEqual(new Set(['cancelled']));
    expect(await time.run(other)).toBe('go');
    expect(time.timers).toBe(0);
  });

  it('lets an execution with one request go soon beside one with thousands', async () => {
    const { time, sent, send } = open(() => ({ taken: true }));
    const many = Promise.all(Array.from({ length: 5_000 }, () => send(ride())));
    await time.run(time.sleep(1_000));
    const before = sent.length;
    const one = send(ride({ flow: 'b' }));
    await time.run(one);
    const at = sent.findIndex(({ flow }) => flow === 'b');
    expect(at - before).toBeLessThanOrEqual(2 * mostAtOnce);
    await time.run(many);
  });

  it('opens for a service without limits until it is as good as all at once', async () => {
    const { time, send } = open(() => ({ taken: true }));
    await time.run(Promise.all(Array.from({ length: 1_000 }, () => send(ride()))));
    expect(time.nowMs()).toBeLessThanOrEqual(1_600);
  });

  it('finishes everything within its bounds, whatever the service does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('taken', 'refused', 'broken', 'absent'), {
          minLength: 1,
          maxLength: 80,
        }),
        fc.integer({ min: 1, max: 150 }),
        async (answers, requests) => {
          const time = new VirtualTime();
          const pacer = new Pacer(time);
          let underWay = 0;
          const one = async (n: number) => {
            const turn = await pacer.enter(
              ride({
                flow: `${n % 3}`,
                urgency: n % 2 ? 'routine' : 'create',
                patience: { budgetMs: Infinity },
              }),
            );
            if (turn.kind !== 'go') return expect(turn.kind).toBe('go');
            underWay += 1;
            expect(underWay).toBeLessThanOrEqual(pacer.underWay);
            expect(underWay).toBeLessThanOrEqual(mostAtOnce);
            const said = answers[n % answers.length]!;
            await time.sleep(n % 7 === 0 ? 5_000 : 100);
            underWay -= 1;
            if (said === 'absent') pacer.leave(turn.pass);
            else pacer.leave(turn.pass, said, n % 2 ? 1_000 : undefined);
          };
          await time.run(Promise.all(Array.from({ length: requests }, (_, n) => one(n))));
          expect(pacer.queued + pacer.underWay).toBe(0);
          expect(time.timers).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('queues thirty thousand requests at a flat cost, in little memory', async () => {
    const { time, pacer, send } = open((nth) => ({ taken: nth > 0, retryAfterMs: 5_000 }));
    await time.run(send(ride()));
    const execution = new AbortController();
    const nodes = () => Array.from({ length: 30 }, () => new AbortController());
    const fates: Array<ReturnType<typeof send>> = [];
    const fill = ({ signal }: AbortController) => {
      const signals = [execution.signal, signal];
      for (let n = 0; n < 1_000; n += 1) fates.push(send(ride({ signals })));
    };
    const measureMs = (work: () => void) => {
      const startedAtMs = performance.now();
      work();
      return performance.now() - startedAtMs;
    };
    // What else the machine does, and V8's compiler, comes on top of some.
    const quickest = (timesMs: number[]) => Math.min(...timesMs);
    const few = nodes().map((one) => ({
      fillMs: measureMs(() => fill(one)),
      stopMs: measureMs(() => one.abort()),
    }));
    const many = nodes();
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const fillMs = many.map((one) => measureMs(() => fill(one)));
    globalThis.gc?.();
    const bytesEach = (process.memoryUsage().heapUsed - before) / 30_000;
    expect(pacer.queued).toBe(30_000);
    if (globalThis.gc) expect(bytesEach).toBeLessThan(4_000);
    const stopMs = many.slice(0, 14).map((one) => measureMs(() => one.abort()));
    execution.abort();
    expect(pacer.queued).toBe(0);
    // With 1,000 in the queue at most, and with 16,000 at least.
    expect(quickest(fillMs.slice(16))).toBeLessThan(5 * quickest(few.map((one) => one.fillMs)));
    expect(quickest(stopMs)).toBeLessThan(5 * quickest(few.map((one) => one.stopMs)));
    await time.run(Promise.all(fates));
  });
});
