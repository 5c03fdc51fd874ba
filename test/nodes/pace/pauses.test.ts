import { describe, expect, it } from 'vitest';
import { firstSize } from '../../../nodes/pace/Pace.ts';
import { latencyMs, openGate, refused, window, type Answer } from './openGate.ts';

describe('a pause', () => {
  it('lasts as long as Retry-After says, and is for all executions', async () => {
    const { time, send, sentAtMs } = openGate((nth) => (nth === 0 ? refused(30_000) : {}));
    void send();
    await time.passUntil(1_000);
    void send({ flow: 'b' });
    await time.passUntil();
    // One request finds out whether it is over.
    expect(sentAtMs()).toEqual([0, 30_200, 30_400]);
  });

  it('has a floor that doubles: Retry-After 0 for ever makes no storm', async () => {
    const { time, send, sentAtMs } = openGate(() => refused(0));
    void send();
    await time.passUntil(60_000);
    const at = sentAtMs();
    const apart = at.slice(1).map((ms, nth) => Math.round(ms - at[nth]! - latencyMs));
    expect(apart.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000]);
    expect(Math.max(...apart)).toBe(10_000);
  });

  it('has a ceiling of an hour', async () => {
    const { time, send, sentAtMs } = openGate((nth) => (nth === 0 ? refused(86_400_000) : {}));
    void send();
    await time.passUntil();
    expect(sentAtMs()).toEqual([0, 3_600_200]);
  });

  it('is for one kind alone: looks go on while the service takes no more videos', async () => {
    const { time, send, sentAtMs } = openGate((_, { kind }) =>
      kind === 'create' ? refused(60_000) : {},
    );
    void send();
    await time.passUntil(1_000);
    for (let n = 0; n < 3; n += 1) void send({ kind: 'look' });
    await time.passUntil(20_000);
    expect(sentAtMs()).toEqual([0, 1_000, 1_000, 1_000]);
  });

  it('is not prolonged by refusals of requests that were under way before it', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) =>
      nth < firstSize ? { ...refused(5_000), latencyMs: 200 + nth } : {},
    );
    sendMany(firstSize);
    await time.passUntil();
    expect(sentAtMs()[firstSize]).toBe(5_200);
  });

  it('begins before others go where a refusal is among answers that came together', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) => (nth < 15 ? {} : refused(5_000)));
    sendMany(60);
    await time.passUntil(5_000);
    expect(sentAtMs()).toHaveLength(firstSize);
  });

  it('waits for no answer to those before it', async () => {
    const { time, sendMany, sentAtMs, outcomes } = openGate((nth) =>
      nth === 0 ? refused(1_000) : nth < firstSize ? { latencyMs: Infinity } : {},
    );
    sendMany(30);
    await time.passUntil();
    expect(sentAtMs()[firstSize]).toBe(1_200);
    expect(outcomes).toHaveLength(30 - (firstSize - 1));
  });
});

describe('a rate', () => {
  const atOnce = (count: number, atMs = 0) => Array<number>(count).fill(atMs);
  const slow = { latencyMs: 1_000 };

  const idle = [...atOnce(10), ...atOnce(40, 3_600_000)];
  const waiting = [...atOnce(4), ...atOnce(4, 2_500), 3_600];
  it.each<[string, comeAtMs: number[], answers: Record<number, Answer>, perSecond: number]>([
    ['nobody wants anything for an hour', idle, { 20: refused(1_000) }, 17.5],
    ['its last row is refused', atOnce(10), { 9: refused(1_000) }, 7.5],
    ['one is under way', [...atOnce(9), 500], { 8: slow, 9: refused(1_000) }, 5.3],
    ['others wait', waiting, { 3: refused(2_000), 7: refused(1_000) }, 1],
  ])('counts all that was taken where %s', async (_, comeAtMs, answers, perSecond) => {
    const { time, send, sendMany, sentAtMs } = openGate((nth) => answers[nth] ?? {});
    for (const atMs of comeAtMs) {
      await time.passUntil(atMs);
      void send();
    }
    await time.passUntil();
    sendMany(4);
    await time.passUntil();
    const [first, , , last] = sentAtMs().slice(-4);
    expect(3_000 / (last! - first!)).toBeCloseTo(perSecond, 1);
  });
});

describe('patience', () => {
  it('of a create request ends when the service has taken none for so long, and says so', async () => {
    const { time, send, outcomes } = openGate(() => refused());
    const budgetMs = 120_000;
    void send({ patience: { budgetMs } });
    await time.passUntil();
    expect(outcomes).toEqual(['closed']);
    expect(time.nowMs() / budgetMs).toBeCloseTo(1, 1);
  });

  it('lasts as long as the service takes others', async () => {
    const arrive = window(8, 60_000)();
    const { time, send, outcomes } = openGate((nth, { atMs }) =>
      nth === 0 ? refused(60_000) : arrive(atMs),
    );
    void send();
    await time.passUntil(300);
    for (let n = 0; n < 30; n += 1) void send({ patience: { budgetMs: 90_000 } });
    await time.passUntil();
    expect(outcomes).toEqual(Array.from({ length: 31 }, () => 'taken'));
    expect(Math.floor(time.nowMs() / 60_000)).toBe(4);
  });

  it('of a look is over at once where the pause is longer, and that of others is not', async () => {
    const { time, send, outcomes } = openGate((nth) => (nth === 0 ? refused(60_000) : {}));
    void send({ kind: 'look' });
    await time.passUntil(1_000);
    void send({ kind: 'look', patience: { budgetMs: 5_000 } });
    void send({ kind: 'look', patience: { budgetMs: 70_000 } });
    await time.passUntil(1_001);
    expect(outcomes).toEqual(['closed']);
    await time.passUntil();
    expect(outcomes).toEqual(['closed', 'taken', 'taken']);
  });

  it('of an hour among few requests makes no rate of a few an hour', async () => {
    let [taken, hours] = [0, 0];
    const { time, sendMany, log } = openGate((_, { atMs }) => {
      if (Math.floor(atMs / 3_600_000) > hours) [taken, hours] = [0, hours + 1];
      taken += 1;
      return taken > 60 ? refused(3_600_000 * (hours + 1) - atMs) : {};
    });
    sendMany(180);
    await time.passUntil(2 * 3_600_000 + 60_000);
    expect(log.length).toBeGreaterThan(180);
  });

  it('of those who wait is over as soon as the service closes for longer, and they are told for how long', async () => {
    const { time, gate, sendMany } = openGate((nth) => (nth === 0 ? refused(3_600_000) : {}));
    sendMany(firstSize);
    const patience = { budgetMs: 5_000 };
    const request = { kind: 'create', flow: 'a', patience, signals: [] } as const;
    const turn = gate.run(request, async () => ({ answer: 'sent' }));
    await time.passUntil(200);
    expect(await turn).toEqual({ kind: 'closed', forMs: 3_600_000 });
  });

  it('sends nobody away for a pause that is over', async () => {
    const { time, send, sendMany, outcomes } = openGate((nth) => (nth === 0 ? refused(1_000) : {}));
    sendMany(1);
    await time.passUntil(5_000);
    void send({ patience: { budgetMs: 500, refusedAtMs: 0 } });
    await time.passUntil(6_000);
    expect(outcomes).toEqual(['taken', 'taken']);
  });
});
