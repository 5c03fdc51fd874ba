/** What a look that brought no usable task means, and the words for it. */
interface FaultRule {
  /** It ends the wait when it has come several times in a row, for so long; 0 for at once ... */
  patienceMs: number;
  /** ... or for so long, where the service has told of the task, or made it in this execution. */
  patienceOnceKnownMs: number;
  /** What happened; the task and the reason follow. */
  says: string;
  advice: string;
}

const minuteMs = 60_000;

/**
 * Reading is free of effects, so all that may pass is tried again. Address and key are right once the
 * service has told of the task: then only what speaks of this key or this task ends a wait, and only
 * when it says so over and over. All else is an outage, which passes.
 */
const rules = {
  // A task may be unknown for a moment right after its creation, or on a replica that lags.
  notFound: {
    patienceMs: minuteMs,
    patienceOnceKnownMs: minuteMs,
    says: 'The service doesn’t know',
    advice:
      'Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment.',
  },
  // The service may be confused for a moment, most of all one that took the key before.
  keyRefused: {
    patienceMs: 5_000,
    patienceOnceKnownMs: minuteMs,
    says: 'The service refused the API key when we asked for the status of',
    advice:
      'Open the Video Generation API credential and test it, and check that it belongs to the account that created the task.',
  },
  // The answer is about another task, or names no video: the status may be written before the result.
  contradiction: {
    patienceMs: minuteMs,
    patienceOnceKnownMs: minuteMs,
    says: 'The service contradicts itself about',
    advice:
      'That is a fault of the service. If it stays like this, give the task ID and this message to the service’s support.',
  },
  // Another 4xx, or a redirect, as to a page about maintenance.
  refused: {
    patienceMs: 0,
    patienceOnceKnownMs: Infinity,
    says: 'The service refused to tell the status of',
    advice: 'Check the task ID and the Video Generation API credential.',
  },
  // No answer, or none that this service would give.
  silent: {
    patienceMs: minuteMs,
    patienceOnceKnownMs: Infinity,
    says: 'The service gave no usable answer when we asked for the status of',
    advice:
      'Check the Base URL in the Video Generation API credential, and that n8n can get there.',
  },
  busy: {
    patienceMs: Infinity,
    patienceOnceKnownMs: Infinity,
    says: 'The service was too busy to tell the status of',
    advice: 'Look again in a moment.',
  },
  fault: {
    patienceMs: Infinity,
    patienceOnceKnownMs: Infinity,
    says: 'The service had a problem when we asked for the status of',
    advice: 'Look again in a moment.',
  },
} satisfies Record<string, FaultRule>;

/** What a look that brought no usable task came to. */
export type FaultKind = keyof typeof rules;

export const faultRules: Record<FaultKind, FaultRule> = rules;

/** How a wait ends that ends with such a fault, and what a single look is that came to it. */
export const endWith = (kind: FaultKind) => (kind === 'notFound' ? kind : 'unanswered');
