import { createRequire } from 'node:module';
import type * as pacerModule from '../../../nodes/pace/Pacer.ts';
import type { Patience } from '../../../nodes/pace/Pacer.ts';
import type * as urgencyModule from '../../../nodes/pace/urgency.ts';
import type { Urgency } from '../../../nodes/pace/urgency.ts';
import type { Reply, SimulatedService } from './service.ts';
import type { VirtualTime } from './virtualTime.ts';

// The built module, so that what is measured is what is shipped.
const require = createRequire(import.meta.url);
const { Pacer } = require('../../../.out/nodes/pace/Pacer.js') as typeof pacerModule;
const { kindOf } = require('../../../.out/nodes/pace/urgency.js') as typeof urgencyModule;

/** How the requests of one n8n process get to the service. */
export interface Sender {
  /** @returns whether the task was made */
  create(): Promise<boolean>;
  look(isLikelyEnd: boolean): Promise<Reply>;
  /** Whether a refused look ends the wait for its task. */
  isHandMade?: boolean;
}

export type MakeSender = (
  time: VirtualTime,
  service: SimulatedService,
  process: number,
  /** How long a create request may wait for the service. */
  budgetMs: number,
) => Sender;

export const paced: MakeSender = (time, service, process, budgetMs) => {
  const pacer = new Pacer({
    nowMs: time.nowMs,
    sleep: async (ms, signal) => {
      await time.sleep(ms, signal);
      // The pacer has its turn when the thread is free.
      if (ms === 0) await time.sleep(service.busyForMs(process), signal);
    },
  });
  const send = async (urgency: Urgency, patience: Patience) => {
    const turn = await pacer.enter({ urgency, flow: 'one', patience, signals: [] });
    if (turn.kind !== 'go')
      return { taken: false, isHeld: true, retryAfterMs: 'forMs' in turn ? turn.forMs : 0 };
    const reply = await service.request(process, kindOf(urgency));
    const verdict = reply.taken ? 'taken' : reply.isClosed ? 'closed' : 'refused';
    pacer.leave(turn.pass, verdict, reply.retryAfterMs);
    return { ...reply, isHeld: false };
  };
  return {
    async create() {
      const patience = { budgetMs };
      for (;;) {
        const { taken, isHeld } = await send('create', patience);
        if (taken || isHeld) return taken;
      }
    },
    look: (isLikelyEnd) => send(isLikelyEnd ? 'likelyEnd' : 'routine', { budgetMs: 5_000 }),
  };
};

/** Lets at most so many run at once. */
function places(count: number) {
  let free = count;
  const waiting: Array<() => void> = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** The first version: a fixed number at once, and a gate that a 429 closes. */
export const fixed =
  (createsAtOnce: number, looksAtOnce: number): MakeSender =>
  (time, service, process, budgetMs) => {
    const creating = places(createsAtOnce);
    const looking = places(looksAtOnce);
    let openAtMs = 0;
    let pausedUntilMs = 0;
    const createOne = async () => {
      let waitedMs = 0;
      for (let tries = 1; ; tries++) {
        for (let ms = openAtMs - time.nowMs(); ms > 0; ms = openAtMs - time.nowMs()) {
          if (waitedMs + ms > budgetMs) return false;
          await time.sleep(ms);
          waitedMs += ms;
        }
        const reply = await service.request(process, 'create');
        if (reply.taken) return true;
        const growingMs = 1000 * 2 ** Math.min(tries - 1, 5);
        const delayMs = Math.max(reply.retryAfterMs ?? growingMs, tries === 1 ? 0 : growingMs / 2);
        openAtMs = Math.max(openAtMs, time.nowMs() + delayMs);
        if (waitedMs + delayMs > budgetMs) return false;
      }
    };
    return {
      create: () => creating(createOne),
      look: () =>
        looking(async () => {
          const pauseMs = pausedUntilMs - time.nowMs();
          if (pauseMs > 0) await time.sleep(pauseMs);
          const reply = await service.request(process, 'look');
          if (!reply.taken) pausedUntilMs = time.nowMs() + (reply.retryAfterMs ?? 5_000);
          return reply;
        }),
    };
  };

/** By hand: all at the same moment, and what is refused is lost. */
export const allAtOnce: MakeSender = (_, service, process) => ({
  create: async () => (await service.request(process, 'create')).taken,
  look: () => service.request(process, 'look'),
  isHandMade: true,
});
