import { Pacer, type Ride, type Turn } from '../../../nodes/pace/Pacer.ts';
import { VirtualTime } from '../../../lab/simulation/pace/virtualTime.ts';

export const ride = (more: Partial<Ride> = {}): Ride => ({
  urgency: 'create',
  flow: 'a',
  patience: { budgetMs: 120_000 },
  signals: [],
  ...more,
});

/** A pacer and a service that answers as told, in virtual time. */
export function open(
  answer: (nth: number, nowMs: number) => { taken: boolean; retryAfterMs?: number },
) {
  const time = new VirtualTime();
  const pacer = new Pacer(time);
  const sent: Array<{ flow: Ride['flow']; atMs: number; inFlight: number }> = [];
  const send = async (one: Ride): Promise<Turn['kind']> => {
    const turn = await pacer.enter(one);
    if (turn.kind !== 'go') return turn.kind;
    const nth = sent.length;
    sent.push({ flow: one.flow, atMs: time.nowMs(), inFlight: turn.pass.inFlight });
    const { taken, retryAfterMs } = answer(nth, time.nowMs());
    await time.sleep(200);
    pacer.leave(turn.pass, taken ? 'taken' : 'refused', retryAfterMs);
    return turn.kind;
  };
  return { time, pacer, sent, send };
}
