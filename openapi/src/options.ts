import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandLineError } from './addresses.ts';

/** The options of a command, each with what its help says. */
type Table = Record<string, NonNullable<ParseArgsConfig['options']>[string] & { help: string }>;

/** The environment variable that keeps the key out of the shell's history. */
export const keyVariable = 'VIDEO_SERVICE_KEY';

export const keyOption = {
  type: 'string',
  help: `API key; better in the variable ${keyVariable}`,
} as const;

export const helpOption = { type: 'boolean', default: false, help: 'Print this' } as const;

/** The options as the help lists them. */
export const renderOptions = (table: Table): string =>
  Object.entries(table)
    .map(([name, { help, default: fallback }]) => {
      const shown = fallback === undefined || fallback === false ? '' : ` [${String(fallback)}]`;
      return `  --${name.padEnd(18)} ${help}${shown}`;
    })
    .join('\n');

/**
 * Reads what stands after the name of a command.
 *
 * @throws CommandLineError
 */
export function readOptions<Options extends Table>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values;
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

/** @throws CommandLineError */
export function readKey(given: string | undefined): string {
  const key = given ?? process.env[keyVariable] ?? '';
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CommandLineError(`Give the API key in the variable ${keyVariable} or with --key.`);
}
