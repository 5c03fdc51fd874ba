import { describe, expect, it } from 'vitest';
import { mostPerTurn } from '../../../nodes/pace/Gate.ts';
import { firstSize, mostAtOnce } from '../../../nodes/pace/Limit.ts';
import { latencyMs, openGate, type Answer } from './openGate.ts';

const refused = (retryAfterMs?: number): Answer => ({
  verdict: 'refused',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** A service that takes so many a second, of both kinds together, and as many at once. */
function bucketOf(perSecond: number): (nowMs: number) => boolean {
  let left = perSecond;
  let atMs = 0;
  return (nowMs) => {
    left = Math.min(perSecond, left + ((nowMs - atMs) / 1_000) * perSecond);
    atMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

describe('requests at once', () => {
  it('begin with a few, and double with each round of answers while all are taken', async () => {
    const { time, sendMany, sentAtMs } = openGate(() => ({}));
    sendMany(200);
    await time.passUntil();
    const rounds = [0, 200, 400, 600].map((at) => sentAtMs().filter((ms) => ms === at).length);
    expect(rounds).toEqual([firstSize, 2 * firstSize, 4 * firstSize, 200 - 7 * firstSize]);
  });

  it('are never more than n8n has a use for', async () => {
    const service = openGate(() => ({ latencyMs: 1_000 }));
    service.sendMany(3_000);
    await service.time.passUntil();
    expect(service.most).toBe(mostAtOnce);
    expect(service.outcomes).toHaveLength(3_000);
  });

  it('are half as many behind a refusal, and one more with each round from then on', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) => (nth === 0 ? refused() : {}));
    // The refused one alone has told of no rate, so nothing but their number holds them up.
    sendMany(1);
    await time.passUntil(300);
    sendMany(200);
    await time.passUntil();
    // Half a second after the answer, one tries; then 8, 9, 10.
    const probeMs = 200 + 500;
    const rounds = [0, 1, 2, 3].map(
      (nth) => sentAtMs().filter((ms) => ms === probeMs + nth * latencyMs).length,
    );
    expect(rounds).toEqual([1, firstSize / 2, firstSize / 2 + 1, firstSize / 2 + 2]);
  });

  it('are half as many when a connection breaks, once for all that were under way', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) =>
      nth < firstSize ? { verdict: 'broken' } : {},
    );
    sendMany(40);
    await time.passUntil();
    expect(sentAtMs().filter((ms) => ms === 200)).toHaveLength(firstSize / 2);
  });

  it('are no more while answers take longer with their number: a queue inside the service', async () => {
    const service = openGate((nth) => (nth === 0 ? {} : { latencyMs: 3_000 }));
    service.sendMany(200);
    await service.time.passUntil();
    expect(service.outcomes).toHaveLength(200);
    // The first answer was quick, and in the silence that follows one tries.
    expect(service.most).toBe(firstSize + 2);
  });
});

describe('a pause', () => {
  it('lasts as long as Retry-After says, and is for all executions', async () => {
    const { time, send, sentAtMs } = openGate((nth) => (nth === 0 ? refused(30_000) : {}));
    void send();
    await time.passUntil(1_000);
    void send({ flow: 'b' });
    await time.passUntil();
    expect(sentAtMs()).toEqual([0, 30_200, 30_400]);
  });

  it('ends with one request that finds out whether it is over', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) => (nth < 16 ? refused(5_000) : {}));
    sendMany(60);
    await time.passUntil();
    const behind = sentAtMs().filter((ms) => ms > 4_999);
    expect(behind.slice(0, 2)).toEqual([5_200, 5_400]);
  });

  it('has a floor that doubles: Retry-After 0 for ever makes no storm', async () => {
    const { time, send, sentAtMs } = openGate(() => refused(0));
    void send();
    await time.passUntil(60_000);
    const at = sentAtMs();
    const apart = at.slice(1).map((ms, nth) => Math.round(ms - at[nth]! - latencyMs));
    expect(apart.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(Math.max(...apart)).toBe(10_000);
    expect(at.length).toBeLessThan(15);
  });

  it('has a ceiling of an hour', async () => {
    const { time, send, sentAtMs } = openGate((nth) => (nth === 0 ? refused(86_400_000) : {}));
    void send();
    await time.passUntil();
    expect(sentAtMs()).toEqual([0, 3_600_200]);
  });

  it('is for one kind alone: looks go on while the service takes no more videos', async () => {
    const { time, send, log } = openGate((_, { kind }) =>
      kind === 'create' ? refused(60_000) : {},
    );
    void send();
    await time.passUntil(1_000);
    for (let n = 0; n < 3; n += 1) void send({ kind: 'look' });
    await time.passUntil(20_000);
    expect(log.map(({ atMs }) => atMs)).toEqual([0, 1_000, 1_000, 1_000]);
  });

  it('is for both kinds where the service is closed to all (503)', async () => {
    const { time, send, sentAtMs } = openGate((nth) =>
      nth === 0 ? { verdict: 'closed', retryAfterMs: 9_000 } : {},
    );
    void send({ kind: 'look' });
    await time.passUntil(500);
    void send();
    await time.passUntil();
    expect(sentAtMs()).toEqual([0, 9_200]);
  });
});

describe('a rate', () => {
  it('is known once a pause has shown one, and is kept from then on', async () => {
    const takenAtMs: number[] = [];
    // 10 in each second.
    const service = openGate((_, { atMs }) => {
      const second = Math.floor(atMs / 1_000);
      if (takenAtMs.filter((ms) => Math.floor(ms / 1_000) === second).length >= 10)
        return refused(1_000);
      takenAtMs.push(atMs);
      return {};
    });
    service.sendMany(100);
    await service.time.passUntil();
    expect(takenAtMs).toHaveLength(100);
    expect(service.time.nowMs()).toBeLessThan(15_000);
    // 6 of the start, and a few that try a little more.
    expect(service.log.length - 100).toBeLessThan(15);
  });

  it('grows behind the pause of a limit by the minute, so that what it takes is soon sent', async () => {
    const takenAtMs: number[] = [];
    const service = openGate((_, { atMs }) => {
      const minute = Math.floor(atMs / 60_000);
      if (takenAtMs.filter((ms) => Math.floor(ms / 60_000) === minute).length >= 100)
        return refused(60_000 - (atMs % 60_000));
      takenAtMs.push(atMs);
      return {};
    });
    service.sendMany(200);
    await service.time.passUntil();
    expect(takenAtMs[195]! - 60_000).toBeLessThan(20_000);
  });
});

describe('turns', () => {
  it('go to executions one after another, and in their order within each', async () => {
    const { time, send, log } = openGate(() => ({}));
    for (let n = 0; n < 3; n += 1) void send({ flow: 'a' });
    void send({ flow: 'b' });
    void send({ flow: 'c' });
    await time.passUntil();
    expect(log.map(({ flow }) => flow).join('')).toBe('abcaa');
  });

  it('go to creates before looks', async () => {
    const { time, send, log } = openGate(() => ({}));
    for (let n = 0; n < 9; n += 1) void send({ kind: 'look' });
    for (let n = 0; n < 9; n += 1) void send();
    await time.passUntil(1);
    expect(log.map(({ kind }) => kind[0]).join('')).toBe('ccccccccc' + 'lllllllll');
  });

  it('give looks no larger share while creates wait, and do not starve them', async () => {
    const taken = { create: 0, look: 0 };
    const takes = bucketOf(20);
    const service = openGate((_, sent) => {
      if (!takes(sent.atMs)) return refused(1_000);
      taken[sent.kind] += 1;
      return {};
    });
    service.sendMany(3_000);
    service.sendMany(3_000, { kind: 'look', flow: 'b' });
    await service.time.passUntil(60_000);
    expect(taken.create).toBeGreaterThan(4 * taken.look);
    expect(taken.look).toBeGreaterThan(60);
  });

  it('let one row go within two seconds while a thousand of another execution wait', async () => {
    const takes = bucketOf(20);
    const service = openGate((_, sent) => (takes(sent.atMs) ? {} : refused(1_000)));
    service.sendMany(1_000);
    await service.time.passUntil(10_000);
    void service.send({ flow: 'b' });
    await service.time.passUntil(12_000);
    expect(service.log.filter(({ flow }) => flow === 'b')).toHaveLength(1);
  });

  it('come first to who was refused, within its execution', async () => {
    const { time, send, log } = openGate((nth) => (nth === 0 ? refused() : {}));
    const patience = { budgetMs: 3_600_000 };
    void send({ patience });
    await time.passUntil(100);
    void send({ flow: 'a' });
    await time.passUntil(150);
    // Refused meanwhile, the first comes again behind two others.
    expect(log).toHaveLength(2);
    await time.passUntil();
    expect(patience).toMatchObject({ sinceMs: 0, refusedAtMs: 200 });
  });

  it('are few in each round of n8n’s event loop', async () => {
    const { time, sendMany, log } = openGate(() => ({}));
    const slow = time.sleep;
    const inRound: number[] = [];
    sendMany(firstSize);
    void slow(0).then(() => inRound.push(log.length));
    await time.passUntil(0);
    inRound.push(log.length);
    expect(inRound).toEqual([mostPerTurn, firstSize]);
  });

  it('wait until all answers that came together are read: a refusal may be among them', async () => {
    const { time, sendMany, sentAtMs } = openGate((nth) => (nth < 15 ? {} : refused(5_000)));
    sendMany(60);
    await time.passUntil(5_000);
    expect(sentAtMs()).toHaveLength(firstSize);
  });
});

describe('requests that are not answered', () => {
  it('hold up nobody when one of them was to find out whether a pause is over', async () => {
    const { time, sendMany, sentAtMs, outcomes } = openGate((nth) =>
      nth < firstSize ? refused(5_000) : nth === firstSize ? { latencyMs: Infinity } : {},
    );
    sendMany(30);
    await time.passUntil();
    expect(sentAtMs()[firstSize]).toBe(5_200);
    expect(sentAtMs()[firstSize + 1]).toBe(7_200);
    expect(outcomes).toHaveLength(29);
  });

  it('are few in a silence: nobody knows what becomes of them', async () => {
    const { time, sendMany, sentAtMs } = openGate(() => ({ latencyMs: Infinity }));
    sendMany(200);
    await time.passUntil(60_000);
    // Then after 2 s, 4 s more, 8 s more, 16 s more.
    expect(sentAtMs().slice(firstSize)).toEqual([2_000, 6_000, 14_000, 30_000]);
  });
});

describe('an event loop that is held up', () => {
  it('is no refusal: as many go behind it as before', async () => {
    const { time, sendMany, sentAtMs } = openGate(() => ({}));
    sendMany(100);
    await time.passUntil(100);
    time.holdUp(1_500);
    await time.passUntil();
    expect(sentAtMs().filter((ms) => ms === 1_600)).toHaveLength(2 * firstSize);
  });
});

describe('Stop', () => {
  it('leaves the queue at once, with its listener and its timer', async () => {
    const { time, sendMany, outcomes, log } = openGate(() => refused(30_000));
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => ((listeners += 1), add(...args));
    signal.removeEventListener = (...args: Parameters<typeof add>) => (
      (listeners -= 1),
      remove(...args)
    );
    sendMany(1_000, { signals: [signal] });
    await time.passUntil(1_000);
    expect([listeners, time.pending]).toEqual([1_000, 1]);
    stop.abort();
    expect([listeners, time.pending]).toEqual([0, 0]);
    await time.passUntil();
    expect(outcomes).toEqual(Array.from({ length: 1_000 }, () => 'cancelled'));
    expect(log).toHaveLength(firstSize);
  });

  it('sends nothing of who comes with a signal that has aborted', async () => {
    const { time, send, log, outcomes } = openGate(() => ({}));
    void send({ signals: [AbortSignal.abort()] });
    await time.passUntil();
    expect([log.length, outcomes]).toEqual([0, ['cancelled']]);
  });

  it('leaves the others where they are', async () => {
    const { time, send, outcomes } = openGate((nth) => (nth === 0 ? refused(5_000) : {}));
    const stop = new AbortController();
    void send();
    await time.passUntil(1_000);
    void send({ signals: [stop.signal] });
    stop.abort();
    await time.passUntil();
    expect(outcomes).toEqual(['cancelled', 'taken']);
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
    const takenIn = new Map<number, number>();
    const { time, send, outcomes } = openGate((nth, { atMs }) => {
      const minute = Math.floor(atMs / 60_000);
      const taken = takenIn.get(minute) ?? 0;
      if (nth === 0 || taken >= 8) return refused(60_000 - (atMs % 60_000));
      takenIn.set(minute, taken + 1);
      return {};
    });
    void send();
    await time.passUntil(300);
    for (let n = 0; n < 30; n += 1) void send({ patience: { budgetMs: 90_000 } });
    await time.passUntil();
    expect(outcomes).toEqual(Array.from({ length: 31 }, () => 'taken'));
    expect(takenIn.size).toBe(4);
  });

  it('of a look is over at once where the pause is longer, and that of others is not', async () => {
    const { time, send, outcomes } = openGate((nth) =>
      nth === 0 ? { verdict: 'closed', retryAfterMs: 60_000 } : {},
    );
    void send();
    await time.passUntil(1_000);
    void send({ kind: 'look', patience: { budgetMs: 5_000 } });
    void send({ kind: 'look', patience: { budgetMs: 70_000 } });
    await time.passUntil();
    expect(outcomes).toEqual(['closed', 'closed', 'taken']);
  });
});
