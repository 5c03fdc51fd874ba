/** What a look that brought no usable task means. */
interface FaultRule {
  /** It ends the wait when it has come several times in a row, for so long; 0 for at once ... */
  patienceMs: number;
  /** ... or for so long, where the service has told of the task, or made it in this execution. */
  patienceOnceKnownMs: number;
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
  },
  // The service may be confused for a moment, most of all one that took the key before.
  keyRefused: {
    patienceMs: 5_000,
    patienceOnceKnownMs: minuteMs,
  },
  // The answer is about another task, or names no video: the status may be written before the result.
  contradiction: {
    patienceMs: minuteMs,
    patienceOnceKnownMs: minuteMs,
  },
  // Another 4xx, or a redirect, as to a page about maintenance.
  refused: {
    patienceMs: 0,
    patienceOnceKnownMs: Infinity,
  },
  // No answer, or none that this service would give.
  silent: {
    patienceMs: minuteMs,
    patienceOnceKnownMs: Infinity,
  },
  busy: {
    patienceMs: Infinity,
    patienceOnceKnownMs: Infinity,
  },
  fault: {
    patienceMs: Infinity,
    patienceOnceKnownMs: Infinity,
  },
} satisfies Record<string, FaultRule>;

/** What a look that brought no usable task came to. */
export type FaultKind = keyof typeof rules;

export const faultRules: Record<FaultKind, FaultRule> = rules;

/** How a wait ends that ends with such a fault, and what a single look is that came to it. */
export const endWith = (kind: FaultKind) => (kind === 'notFound' ? kind : 'unanswered');
