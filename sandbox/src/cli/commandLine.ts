import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { modelFamily } from 'video-generation-openapi/constants';
import { bounds } from '../bounds.ts';
import { errorShapes } from '../http/errors.ts';
import { defaultKey, type SandboxOptions } from '../options.ts';
import { type PresetName, presets } from '../presets.ts';
import { ffmpegVariable, packaged } from '../render/ffmpeg/locate.ts';

/** Every option with its default, for parsing and for --help alike. */
const table = {
  port: { type: 'string', default: '8787', help: 'Port to listen at; 0 for any that is free' },
  host: { type: 'string', default: '127.0.0.1', help: 'Address to listen at' },
  key: {
    type: 'string',
    multiple: true,
    default: [defaultKey],
    help: 'Accepted API key, with its faults after spaces: "slow-key latency=800 rate-limit*3"',
  },
  data: {
    type: 'string',
    default: join(homedir(), '.video-generation-sandbox'),
    help: 'Folder for tasks and videos',
  },
  speed: { type: 'string', default: '1', help: 'How many times faster than real time passes' },
  'task-seconds': { type: 'string', default: '0', help: 'Least time that a task takes' },
  'expiry-seconds': { type: 'string', default: '86400', help: 'Life of a finished video' },
  renderer: { type: 'string', default: 'ffmpeg', help: 'ffmpeg, or instant for tiny fixed videos' },
  ffmpeg: {
    type: 'string',
    help: `ffmpeg to use: a path, or ${packaged} for the one that comes along [${ffmpegVariable}, or found]`,
  },
  concurrency: { type: 'string', help: 'Renderings at once' },
  'public-url': { type: 'string', help: 'Base of result URLs, if others reach it elsewhere' },
  name: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    help: 'Name that it answers to, beside localhost and IP addresses',
  },
  'private-networks': {
    type: 'boolean',
    default: false,
    help: 'Fetch media and call back inside private networks too, not on loopback only',
  },
  'model-family': {
    type: 'string',
    multiple: true,
    default: [modelFamily] as string[],
    help: 'What model ids begin with; may be given several times',
  },
  preset: {
    type: 'string',
    default: 'contract',
    help: 'contract: little more than the contract shows; public: what public services do',
  },
  'error-shape': {
    type: 'string',
    help: 'Error bodies: nested, detailed, flat, string or text [by preset]',
  },
  'running-status': { type: 'string', help: 'Status of tasks that are being made [by preset]' },
  'failure-field': { type: 'string', help: 'Field with the reason; "" for none [error]' },
  'extra-field': {
    type: 'string',
    multiple: true,
    default: [] as string[],
    help: 'name=value to add to every task',
  },
  'callback-tries': {
    type: 'string',
    help: 'How often a callback is sent until somebody takes it [by preset]',
  },
  seed: { type: 'string', help: 'Any text: the same ids after each start, instead of random ones' },
  'no-id': { type: 'boolean', default: false, help: 'Leave the id out of query answers' },
  'log-level': { type: 'string', default: 'info', help: 'debug, info, warn, error or silent' },
  help: { type: 'boolean', default: false, help: 'Print this' },
  version: { type: 'boolean', default: false, help: 'Print the version' },
} satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { help: string }>;

/** Says what is wrong with the command line. */
export class CommandLineError extends Error {}

/** The text of --help. */
export const helpText = `video-generation-sandbox: a video-generation service on your own machine

Usage: video-generation-sandbox [options]
       video-generation-sandbox run [options] -- COMMAND
         runs a command, such as npm test, with the sandbox's address in VIDEO_SERVICE_URL and its key
         in VIDEO_SERVICE_KEY, and ends with it; at any free port, in a temporary folder, without logs

${Object.entries(table)
  .map(([name, option]) => {
    const otherwise = 'default' in option && String(option.default);
    return `  --${name.padEnd(16)} ${option.help}${otherwise && otherwise !== 'false' ? ` [${otherwise}]` : ''}`;
  })
  .join('\n')}
`;

const renderers = ['ffmpeg', 'instant'] as const;
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'];

function readNumber(name: string, text: string, least: number, most = Infinity): number {
  const number = Number(text);
  if (text.trim() && number >= least && number <= most) return number;
  const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  throw new CommandLineError(`Expected --${name} to be a number, ${range}, got "${text}"`);
}

function readChoice<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => known === text);
  if (choice) return choice;
  throw new CommandLineError(`Expected --${name} to be ${choices.join(', ')}, got "${text}"`);
}

const readWhole = (name: string, text: string | undefined, least: number) =>
  text === undefined ? undefined : Math.floor(readNumber(name, text, least));

function readFamily(text: string): string {
  const family = text.trim().replace(/-$/, '');
  if (/^\S+$/.test(family)) return family;
  throw new CommandLineError(
    `Expected --model-family to be a word such as ${modelFamily}, got "${text}"`,
  );
}

function readField(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name) return [name, value ?? ''];
  throw new CommandLineError(`Expected --extra-field to be name=value, got "${text}"`);
}

/** What differs where the sandbox only lives as long as a command. */
const tableOfRun = {
  ...table,
  port: { ...table.port, default: '0' },
  data: { ...table.data, default: '' },
  'log-level': { ...table['log-level'], default: 'silent' },
};

function parse(args: string[]) {
  const isRun = args[0] === 'run';
  try {
    const { values, positionals } = parseArgs({
      args: isRun ? args.slice(1) : args,
      options: isRun ? tableOfRun : table,
      allowPositionals: isRun,
    });
    return { values, command: isRun ? positionals : undefined };
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

/**
 * Reads the command line.
 *
 * @throws CommandLineError that names the option and what was expected
 */
export function readCommandLine(args: string[]) {
  const { values, command } = parse(args);
  if (command?.length === 0 && !values.help)
    throw new CommandLineError('Expected a command after "run --", such as npm test');
  const { 'error-shape': shape } = values;
  const options: SandboxOptions = {
    keys: values.key.map((entry) => {
      const [key = '', ...faults] = entry.trim().split(/\s+/);
      if (!key) throw new CommandLineError('Expected --key to be a key, got an empty one');
      return { key, faults };
    }),
    dataFolder: values.data ? resolve(values.data) : undefined,
    renderer: readChoice('renderer', values.renderer, renderers),
    speed: readNumber('speed', values.speed, 1),
    taskSeconds: readNumber('task-seconds', values['task-seconds'], 0, bounds.faultValue),
    expirySeconds: readNumber('expiry-seconds', values['expiry-seconds'], 0),
    modelFamilies: values['model-family'].map(readFamily),
    preset: readChoice('preset', values.preset, Object.keys(presets) as PresetName[]),
    callbacks: { attempts: readWhole('callback-tries', values['callback-tries'], 1) },
    seed: values.seed,
    names: values.name.map((name) => name.toLowerCase()),
    privateNetworks: values['private-networks'],
    logLevel: readChoice('log-level', values['log-level'], logLevels),
    choices: {
      errorShape: shape === undefined ? shape : readChoice('error-shape', shape, errorShapes),
      idInTask: !values['no-id'],
      runningStatus: values['running-status'],
      failureField: values['failure-field'],
      extraFields: Object.fromEntries(values['extra-field'].map(readField)),
    },
    concurrency: readWhole('concurrency', values.concurrency, 1),
    ffmpegPath: values.ffmpeg,
    publicUrl: values['public-url']?.replace(/\/+$/, ''),
  };
  const port = Math.floor(readNumber('port', values.port, 0, 65_535));
  const { host, help, version } = values;
  return { options, command, port, host, help, version };
}
