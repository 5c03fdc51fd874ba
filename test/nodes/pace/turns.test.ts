import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { firstSize, mostPerTurn } from '../../../nodes/pace/Pace.ts';
import { bucket, openGate, refused } from './openGate.ts';

describe('turns', () => {
  it('go to executions one after another, and in their order within each', async () => {
    const { time, send, log } = openGate(() => ({}));
    for (const flow of 'aaabc') void send({ flow });
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
    const arrive = bucket(20)();
    const service = openGate((_, { atMs, kind }) => {
      const answer = arrive(atMs);
      if (answer.verdict === undefined) taken[kind] += 1;
      return answer;
    });
    service.sendMany(3_000);
    service.sendMany(3_000, { kind: 'look', flow: 'b' });
    await service.time.passUntil(60_000);
    expect(taken.create).toBeGreaterThan(3 * taken.look);
    expect(taken.look).toBeGreaterThan(60);
  });

  it('let one row go within two seconds while a thousand of another execution wait', async () => {
    const arrive = bucket(20)();
    const service = openGate((_, { atMs }) => arrive(atMs));
    service.sendMany(1_000);
    await service.time.passUntil(10_000);
    void service.send({ flow: 'b' });
    await service.time.passUntil(12_000);
    expect(service.log.filter(({ flow }) => flow === 'b')).toHaveLength(1);
  });

  it('come first to who was refused, within its execution', async () => {
    const { time, send, outcomes } = openGate((nth) => (nth === 0 ? refused() : {}));
    const first = send().then(() => outcomes.push('cancelled'));
    await time.passUntil(200);
    for (let n = 0; n < 3; n += 1) void send();
    await time.passUntil();
    await first;
    expect(outcomes.indexOf('cancelled')).toBe(1);
  });

  it('are few in each round of n8n’s event loop', async () => {
    const { time, sendMany, log } = openGate(() => ({}));
    const inRound: number[] = [];
    sendMany(firstSize);
    void time.sleep(0).then(() => inRound.push(log.length));
    await time.passUntil(0);
    expect([...inRound, log.length]).toEqual([mostPerTurn, firstSize]);
  });
});

describe('Stop', () => {
  it('leaves the queue at once, with its listeners and its timer', async () => {
    const { time, sendMany, outcomes, log } = openGate(() => refused(30_000));
    const stop = new AbortController();
    const listeners = () => getEventListeners(stop.signal, 'abort').length;
    sendMany(1_000, { signals: [stop.signal] });
    await time.passUntil(1_000);
    expect([listeners(), time.pending]).toEqual([1_000, 1]);
    stop.abort();
    expect([listeners(), time.pending]).toEqual([0, 0]);
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
