import type { PacerWorld } from './PacerWorld';
import type { Urgency } from './urgency';

/**
 * n8n takes half a millisecond to send a request, and as long to take in its answer. Others of its
 * executions have their turn after so many.
 */
export const mostDeparturesPerTurn = 8;

/** Routine looks are in no hurry, and there is no end of them: they go in smaller turns. */
const mostRoutinePerTurn = 2;

/**
 * How much of the time turns with routine looks may take: looks at thousands of tasks would leave
 * nothing of n8n's one thread to its other executions.
 */
export const routineShare = 0.2;

/** A turn never counts for more than this, or a busy n8n would not hear of its videos. */
const longestTurnMs = 50;

/** So far routine looks may be ahead of their share: a batch of a hundred goes at once. */
const longestAdvanceMs = 500;

/** How much of n8n's one thread the requests of an account take. */
export class LoopShare {
  private departures = 0;
  private routine = 0;
  /** By when the routine looks so far have used up their share, and no more. */
  private paidUntilMs = -Infinity;

  /** @param onTurn - others have had their turn */
  constructor(
    private readonly world: PacerWorld,
    private readonly onTurn: () => void,
  ) {}

  /** Whether others are having their turn: nothing goes. */
  get isOthersTurn(): boolean {
    return this.departures >= mostDeparturesPerTurn || this.routine >= mostRoutinePerTurn;
  }

  /** When a request of this urgency may go, for the sake of others. */
  opensAtMs(urgency: Urgency): number {
    return urgency === 'routine' ? this.paidUntilMs - longestAdvanceMs : -Infinity;
  }

  /** A request goes. */
  noteDeparture(urgency: Urgency): void {
    this.departures += 1;
    if (urgency === 'routine') this.routine += 1;
    if (this.isOthersTurn) void this.giveTurn();
  }

  private async giveTurn(): Promise<void> {
    const beganAtMs = this.world.nowMs();
    await this.world.sleep(0, new AbortController().signal);
    if (this.routine > 0) {
      const turnMs = Math.min(this.world.nowMs() - beganAtMs, longestTurnMs);
      this.paidUntilMs = Math.max(this.paidUntilMs, beganAtMs) + turnMs / routineShare;
    }
    this.departures = 0;
    this.routine = 0;
    this.onTurn();
  }
}
