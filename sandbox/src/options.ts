import { modelFamily } from 'video-generation-openapi/constants';
import { defaultInputLimits, type InputLimits } from './inputs/fetchInputs.ts';
import { type CallbackPolicy, type Choices, type PresetName, presets } from './presets.ts';
import { type Renderer } from './render/renderer.ts';

/** Some fields of a set; one that is undefined was not given. */
type Given<T> = { [Name in keyof T]?: T[Name] | undefined };

export interface SandboxOptions {
  /** The accepted API keys, each with the faults that strike its requests. */
  keys?: (string | { key: string; faults: string[] })[];
  /** Folder for tasks and videos; without it a temporary one that is removed at the end. */
  dataFolder?: string | undefined;
  /** `instant` answers with a tiny MP4 and fetches no inputs. */
  renderer?: 'ffmpeg' | 'instant' | Renderer;
  /** Path of the ffmpeg to use, or `packaged`; without it one is found. */
  ffmpegPath?: string | undefined;
  /** Renderings at once; without it as many as the machine bears. */
  concurrency?: number | undefined;
  /** Divides every pause: generation time, expiry, callback retries, latency. */
  speed?: number;
  /** Least time from creating a task to its result. */
  taskSeconds?: number;
  /** Life of a finished video. */
  expirySeconds?: number;
  /** Base of result URLs; without it the address under which the sandbox was asked. */
  publicUrl?: string | undefined;
  /** Names that requests may call it by, beside localhost and IP addresses. */
  names?: string[];
  /** Whether it fetches media and calls back inside private networks; loopback needs no leave. */
  privateNetworks?: boolean;
  /** What model ids begin with, in place of the contract's neutral word; all but these are refused. */
  modelFamilies?: string[];
  /** What ids are made of instead of chance, so that each start gives the same ones. */
  seed?: string | undefined;
  /** Whose choices to make where the contract is silent; `choices` and `callbacks` change single ones. */
  preset?: PresetName;
  choices?: Given<Choices>;
  callbacks?: Given<CallbackPolicy>;
  inputs?: Given<InputLimits>;
  /** Level of the structured logs on stdout; `silent` by default, for use inside tests. */
  logLevel?: string;
}

export const defaultKey = 'video-generation-sandbox-key';

const overlay = <T extends object>(usual: T, given: Given<T> = {}): T => ({
  ...usual,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

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
  modelFamilies: options.modelFamilies ?? [modelFamily],
  choices: overlay(presets[options.preset ?? 'contract'].choices, options.choices),
  callbacks: overlay(presets[options.preset ?? 'contract'].callbacks, options.callbacks),
  inputs: overlay(defaultInputLimits, options.inputs),
});

export type ResolvedOptions = ReturnType<typeof resolveOptions>;
