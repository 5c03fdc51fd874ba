import { bounds } from './bounds.ts';
import { type ErrorShape } from './http/errors.ts';
import { defaultInputLimits, type InputLimits } from './inputs/fetchInputs.ts';
import { type Renderer } from './render/renderer.ts';

/** What the sandbox picks where the contract is silent. */
export interface Choices {
  /** How error bodies are written. */
  errorShape: ErrorShape;
  /** Whether query answers and callback bodies carry the task's id (not promised in 4.2). */
  idInTask: boolean;
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

export interface SandboxOptions {
  /** The accepted API keys, each with the faults that strike its requests. */
  keys?: (string | { key: string; faults: string[] })[];
  /** Folder for tasks and videos; without it a temporary one that is removed at the end. */
  dataFolder?: string;
  /** `instant` answers with a tiny MP4 and fetches no inputs. */
  renderer?: 'ffmpeg' | 'instant' | Renderer;
  /** Path of the ffmpeg to use, or `packaged`; without it one is found. */
  ffmpegPath?: string;
  /** Renderings at once; without it as many as the machine bears. */
  concurrency?: number;
  /** Divides every pause: generation time, expiry, callback retries, latency. */
  speed?: number;
  /** Least time from creating a task to its result. */
  taskSeconds?: number;
  /** Life of a finished video. */
  expirySeconds?: number;
  /** Base of result URLs; without it the address under which the sandbox was asked. */
  publicUrl?: string;
  /** Names that requests may call it by, beside localhost and IP addresses. */
  names?: string[];
  /** Whether it fetches media and calls back inside private networks; loopback needs no leave. */
  privateNetworks?: boolean;
  choices?: Partial<Choices>;
  callbacks?: Partial<CallbackPolicy>;
  inputs?: Partial<InputLimits>;
  /** Level of the structured logs on stdout; `silent` by default, for use inside tests. */
  logLevel?: string;
}

export const defaultKey = 'video-generation-sandbox-key';

export const defaultChoices: Choices = {
  errorShape: 'nested',
  idInTask: true,
  runningStatus: undefined,
  failureField: 'error',
  extraFields: {},
};

export const defaultCallbackPolicy: CallbackPolicy = {
  timeoutSeconds: bounds.callbackSeconds,
  attempts: bounds.callbackAttempts,
  firstPauseSeconds: 2,
};

/** Fills in what was left out. */
export const resolveOptions = (options: SandboxOptions) => ({
  ...options,
  keys: (options.keys ?? [defaultKey]).map((entry) =>
    typeof entry === 'string' ? { key: entry, faults: [] } : entry,
  ),
  renderer: options.renderer ?? ('ffmpeg' as const),
  speed: options.speed ?? 1,
  taskSeconds: options.taskSeconds ?? 0,
  expirySeconds: options.expirySeconds ?? 24 * 60 * 60,
  names: [options.names ?? [], URL.parse(options.publicUrl ?? '')?.hostname ?? []].flat(),
  privateNetworks: options.privateNetworks ?? false,
  choices: { ...defaultChoices, ...options.choices },
  callbacks: { ...defaultCallbackPolicy, ...options.callbacks },
  inputs: { ...defaultInputLimits, ...options.inputs },
});

export type ResolvedOptions = ReturnType<typeof resolveOptions>;
