/** What a look that brought no usable task means, and the words for it. */
interface FaultRule {
  /** How the wait ends when this is believed. */
  outcome: 'failed' | 'notFound' | 'unanswered';
  /** So many such answers in a row make it believed ... */
  answers: number;
  /** ... when they came for so long: while nothing shows that the service has the task, or something does. */
  patienceMs: { unknown: number; known: number };
  message: (taskId: string, reason: string) => string;
  advice: string;
}

const minuteMs = 60_000;
/** A fault that ends no wait before its time limit. */
const lasting = {
  outcome: 'unanswered',
  answers: 1,
  patienceMs: { unknown: Infinity, known: Infinity },
  advice: 'Look again in a moment.',
} as const;
const atOnce = { unknown: 0, known: 0 };

/** Reading is free of effects, so all that may pass is tried again. */
const rules = {
  // A task may be unknown for a moment right after its creation, or on a replica that lags.
  notFound: {
    outcome: 'notFound',
    answers: 3,
    patienceMs: { unknown: minuteMs, known: minuteMs },
    message: (taskId, reason) => `The service doesn’t know task ${taskId}: ${reason}`,
    advice:
      'Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment.',
  },
  refused: {
    outcome: 'unanswered',
    answers: 1,
    patienceMs: atOnce,
    message: (taskId, reason) =>
      `The service refused to tell the status of task ${taskId}: ${reason}`,
    advice: 'Check the task ID and the VideoGen API credential.',
  },
  // The service does not take the key, or not for this task: it may be confused for a moment, most of all one that took the key before.
  keyRefused: {
    outcome: 'unanswered',
    answers: 3,
    patienceMs: { unknown: 5_000, known: minuteMs },
    message: (taskId, reason) =>
      `The service refused the API key when we asked for the status of task ${taskId}: ${reason}`,
    advice:
      'Open the VideoGen API credential and test it, and check that it belongs to the account that created the task.',
  },
  // The answer is about another task.
  contradiction: {
    outcome: 'unanswered',
    answers: 3,
    patienceMs: atOnce,
    message: (taskId, reason) => `The service contradicts itself about task ${taskId}: ${reason}`,
    advice: 'If it stays like this, give the task ID and this message to the service’s support.',
  },
  // The status may be written a moment before the result is.
  withoutVideo: {
    outcome: 'failed',
    answers: 3,
    patienceMs: atOnce,
    message: (taskId) => `Task ${taskId} is completed, but the service named no video`,
    advice:
      'That is a fault of the service. If it stays like this, give the task ID to the service’s support.',
  },
  // No answer, or none that this service would give: an outage of one that was there passes.
  silent: {
    outcome: 'unanswered',
    answers: 3,
    patienceMs: { unknown: minuteMs, known: Infinity },
    message: (taskId, reason) =>
      `The service gave no usable answer when we asked for the status of task ${taskId}: ${reason}`,
    advice: 'Check the Base URL in the VideoGen API credential, and that n8n can get there.',
  },
  busy: {
    ...lasting,
    message: (taskId, reason) =>
      `The service is too busy to tell the status of task ${taskId}: ${reason}`,
  },
  fault: {
    ...lasting,
    message: (taskId, reason) =>
      `The service had a problem when we asked for the status of task ${taskId}: ${reason}`,
  },
} satisfies Record<string, FaultRule>;

/** What a look that brought no usable task came to. */
export type FaultKind = keyof typeof rules;

export const faultRules: Record<FaultKind, FaultRule> = rules;
