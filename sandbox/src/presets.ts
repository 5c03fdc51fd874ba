import { bounds } from './bounds.ts';
import { type ErrorShape } from './http/errors.ts';

/** What the sandbox picks where the contract is silent. */
export interface Choices {
  /** How error bodies are written. */
  errorShape: ErrorShape;
  /** Whether query answers and callback bodies carry the task's id (not promised in 4.2). */
  idInTask: boolean;
  /** Whether a task has their further fields, and a refusal their status and words. */
  likePublicServices: boolean;
  /** A status for tasks that are being made; without it they stay in the initial one. */
  runningStatus: string | undefined;
  /** Name of the field that says why a task failed; empty for none. */
  failureField: string;
  /** Fields that are added to every task, in create answers, query answers and callbacks. */
  extraFields: Record<string, unknown>;
}

/** How callbacks are delivered; the contract does not show it (section 6). */
export interface CallbackPolicy {
  timeoutSeconds: number;
  /** Deliveries before the sandbox gives up, the first included. */
  attempts: number;
  /** Pause before the second delivery; each further pause is twice as long. */
  firstPauseSeconds: number;
}

interface Preset {
  choices: Choices;
  callbacks: CallbackPolicy;
}

/** The sandbox's own choices: little more than the contract shows. */
const contract: Preset = {
  choices: {
    errorShape: 'nested',
    idInTask: true,
    likePublicServices: false,
    runningStatus: undefined,
    failureField: 'error',
    extraFields: {},
  },
  callbacks: {
    timeoutSeconds: bounds.callbackSeconds,
    attempts: bounds.callbackAttempts,
    firstPauseSeconds: 2,
  },
};

/** What public services that speak this interface document. */
const publicService: Preset = {
  choices: {
    ...contract.choices,
    errorShape: 'detailed',
    likePublicServices: true,
    runningStatus: 'processing',
  },
  callbacks: { timeoutSeconds: 10, attempts: 4, firstPauseSeconds: 1 },
};

/** Sets of choices, by the name that `--preset` takes. */
export const presets = { contract, public: publicService };

export type PresetName = keyof typeof presets;
