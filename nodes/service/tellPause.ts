import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { clockTime } from '../text/clockTime';
import { kindOf, type RequestKind, type Urgency } from '../pace/urgency';

/** Shorter pauses are over before anyone has read of them. */
const leastToldMs = 3_000;

/** So far the ends of two pauses may lie apart that are told as one. */
const sameEndMs = 1_000;

const what: Record<RequestKind, string> = {
  create: 'create requests',
  look: 'looks at tasks',
};

/**
 * Tells the editor that the service keeps a node waiting, and until when. n8n shows a running node
 * no output, but takes lines for the browser's console while a person runs the workflow by hand.
 *
 * @returns to be called with every pause that a request meets; it tells each once
 */
export function tellPause(
  context: IExecuteFunctions | IWebhookFunctions,
): (urgency: Urgency, forMs: number) => void {
  const toldUntilMs: Record<RequestKind, number> = { create: 0, look: 0 };
  return (urgency, forMs) => {
    if (!('sendMessageToUI' in context) || forMs < leastToldMs) return;
    const kind = kindOf(urgency);
    const untilMs = Date.now() + forMs;
    if (untilMs <= toldUntilMs[kind] + sameEndMs) return;
    toldUntilMs[kind] = untilMs;
    const time = clockTime(untilMs, context.getTimezone?.());
    context.sendMessageToUI(
      `The service is too busy for ${what[kind]} until ${time} (${Math.ceil(forMs / 1000)} s). This node goes on by itself then.`,
    );
  };
}
