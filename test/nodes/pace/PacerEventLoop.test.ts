import { describe, expect, it } from 'vitest';
import { mostDeparturesPerTurn } from '../../../nodes/pace/LoopShare.ts';
import { Pacer, type Ride, type Turn } from '../../../nodes/pace/Pacer.ts';
import { firstSize } from '../../../nodes/pace/places.ts';
import { VirtualTime } from '../../../lab/simulation/pace/virtualTime.ts';
import { open, ride } from './openPacer.ts';

describe('Pacer, in the event loop that it shares', () => {
  it('lets nobody wait for its turn of the event loop behind a crowd that goes', async () => {
    const pacer = new Pacer({
      nowMs: () => 0,
      sleep: (ms) => new Promise((r) => setTimeout(r, ms)),
    });
    const enter = async () => (await pacer.enter(ride())).kind;
    // So many answers that there are places for all.
    const turns = await Promise.all(Array.from({ length: firstSize }, () => pacer.enter(ride())));
    const leave = (turn?: Turn) => turn?.kind === 'go' && pacer.leave(turn.pass, 'taken');
    for (let n = 0; n < 60; n++) {
      leave(turns.shift());
      turns.push(await pacer.enter(ride()));
      if (n > 20) turns.push(await pacer.enter(ride()));
    }
    turns.forEach(leave);
    let gone = 0;
    const crowd = Array.from({ length: 60 }, () => enter().then(() => (gone += 1)));
    const inTurns: number[] = [];
    while (gone < 60) {
      const before = gone;
      await new Promise((resolve) => setImmediate(resolve));
      inTurns.push(gone - before);
    }
    await Promise.all(crowd);
    expect(Math.max(...inTurns)).toBeLessThanOrEqual(mostDeparturesPerTurn);
  });

  it('leaves others their time while there is no end of routine looks, and holds back no other', async () => {
    // An n8n that takes 4 ms to come round behind each turn.
    const goneWithin = async (urgency: Ride['urgency'], durationMs: number) => {
      const time = new VirtualTime();
      const pacer = new Pacer({
        nowMs: () => time.nowMs(),
        sleep: (ms, signal) => time.sleep(Math.max(ms, 4), signal),
      });
      let gone = 0;
      const lookOn = async (): Promise<void> => {
        const turn = await pacer.enter(ride({ urgency }));
        if (turn.kind !== 'go') return;
        const isWithin = time.nowMs() < durationMs;
        if (isWithin) gone += 1;
        await time.sleep(200);
        pacer.leave(turn.pass, 'taken');
        if (isWithin) await lookOn();
      };
      await time.run(Promise.all(Array.from({ length: 2_000 }, lookOn)));
      return gone;
    };
    // Two in each turn, and a fifth of the time: 100 in a second, and the first half second at once.
    expect(await goneWithin('routine', 10_000)).toBeLessThan(1.1 * (10 * 100 + 250));
    expect(await goneWithin('likelyEnd', 10_000)).toBeGreaterThan(5_000);
  });

  it('opens as fast where many answers come while others of n8n have their turn', async () => {
    const time = new VirtualTime();
    const pacer = new Pacer({
      nowMs: () => time.nowMs(),
      sleep: (ms, signal) => time.sleep(Math.max(ms, 4), signal),
    });
    const send = async () => {
      const turn = await pacer.enter(ride());
      if (turn.kind !== 'go') throw new Error(turn.kind);
      // All that were sent in a fifth of a second are answered at once.
      await time.sleep(400 - (time.nowMs() % 200));
      pacer.leave(turn.pass, 'taken');
    };
    await time.run(Promise.all(Array.from({ length: 200 }, send)));
    // 24, 48, and all that are left.
    expect(time.nowMs()).toBe(1_200);
  });

  it('reads all answers that came together before it lets others go', async () => {
    const { time, sent, send } = open((nth) => ({ taken: nth < 20, retryAfterMs: 5_000 }));
    const all = Promise.all(Array.from({ length: 200 }, () => send(ride())));
    await time.run(time.sleep(5_000));
    expect(sent).toHaveLength(firstSize);
    await time.run(all);
  });

  it('lets nobody who comes meanwhile go before the answers are read', async () => {
    const time = new VirtualTime();
    const pacer = new Pacer(time);
    const enter = () => pacer.enter(ride());
    const first = await time.run(Promise.all(Array.from({ length: firstSize }, enter)));
    const [taken, refused] = first.map((turn) => (turn.kind === 'go' ? turn.pass : undefined));
    // Others of n8n have had their turn.
    await time.run(time.sleep(10));
    let gone = 0;
    const wait = () => void enter().then(() => (gone += 1));
    wait();
    pacer.leave(taken!, 'taken');
    wait();
    pacer.leave(refused!, 'refused', 5_000);
    await time.run(time.sleep(1_000));
    expect(gone).toBe(0);
  });
});
