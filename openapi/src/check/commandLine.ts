import { CommandLineError, readBaseUrl, readUrl } from '../addresses.ts';
import { familyOption, readModelFamily } from '../modelFamily.ts';
import { helpOption, keyOption, readKey, readOptions, renderOptions } from '../options.ts';

const table = {
  url: { type: 'string', help: 'Base URL of the server' },
  key: keyOption,
  spend: {
    type: 'boolean',
    default: false,
    help: 'Create one task, which may be charged, and follow it',
  },
  'model-family': familyOption,
  prompt: {
    type: 'string',
    default: 'A paper boat drifts down a rain-filled street at dusk',
    help: 'What its video shows',
  },
  'callback-url': { type: 'string', help: 'Public address that leads to --callback-port' },
  'callback-port': { type: 'string', default: '0', help: 'Port to listen at for the callback' },
  'interval-seconds': { type: 'string', default: '5', help: 'Pause between two reads of the task' },
  'wait-seconds': { type: 'string', default: '900', help: 'When to stop waiting for the task' },
  'timeout-seconds': { type: 'string', default: '30', help: 'When to stop waiting for an answer' },
  json: { type: 'string', help: 'File for the report as JSON' },
  markdown: { type: 'string', help: 'File for the report as Markdown; without it, it is printed' },
  help: helpOption,
} as const;

export interface CheckOptions {
  /** Base URL without a trailing slash. */
  url: string;
  key: string;
  spend: boolean;
  /** What the model identifiers of the service begin with. */
  modelFamily: string;
  prompt: string;
  callbackUrl: string | undefined;
  callbackPort: number;
  callbackGraceMs: number;
  intervalMs: number;
  waitMs: number;
  timeoutMs: number;
}

export const helpText = `video-generation-openapi check --url <base URL> [options]

Checks a server that claims to speak this interface, and writes down what it does where the
interface leaves things open. Without --spend it only reads tasks that do not exist, so nothing is
created and nothing can be charged.

${renderOptions(table)}

Exit code: 0 when every promise was kept, 1 when one was broken, 2 when nothing could be checked.
`;

function readNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= least) return value;
  throw new CommandLineError(`Expected --${name} to be a number from ${least}, got "${text}".`);
}

/**
 * Reads the command line.
 *
 * @param args - what stands after `check`
 * @returns the options, or only that help is wanted
 * @throws CommandLineError
 */
export function readCommandLine(args: string[]) {
  const values = readOptions(args, table);
  if (values.help) return { help: true as const };
  const seconds = (name: 'interval-seconds' | 'wait-seconds' | 'timeout-seconds', least: number) =>
    readNumber(name, values[name], least) * 1000;
  const options: CheckOptions = {
    url: readBaseUrl(values.url),
    key: readKey(values.key),
    spend: values.spend,
    modelFamily: readModelFamily(values['model-family']),
    prompt: values.prompt,
    callbackUrl: values['callback-url'] && readUrl('callback-url', values['callback-url']).href,
    callbackPort: readNumber('callback-port', values['callback-port'], 0),
    callbackGraceMs: 5_000,
    intervalMs: seconds('interval-seconds', 0),
    waitMs: seconds('wait-seconds', 1),
    timeoutMs: seconds('timeout-seconds', 1),
  };
  return { help: false as const, options, json: values.json, markdown: values.markdown };
}
