import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommandLineError, readBaseUrl } from '../addresses.ts';
import { familyOption, readModelFamily, withModelFamily } from '../modelFamily.ts';
import { helpOption, readOptions, renderOptions } from '../options.ts';
import { forServer } from './forServer.ts';

/** The profiles that can be printed, and the files that have them. */
const profiles: Record<string, string> = {
  document: 'openapi',
  strict: 'openapi.strict',
  flat: 'openapi.flat',
  '3.0': 'openapi.3.0',
  '2.0': 'swagger',
};
const formats = ['yaml', 'json'];

const table = {
  url: { type: 'string', help: 'Base URL of your server' },
  profile: { type: 'string', default: 'document', help: Object.keys(profiles).join(', ') },
  format: { type: 'string', default: 'yaml', help: formats.join(', ') },
  'model-family': familyOption,
  output: { type: 'string', help: 'File to write; without it, it is printed' },
  help: helpOption,
} as const;

export const helpText = `video-generation-openapi print --url <base URL> [options]

Prints a profile of the document with your server and the names of its models in it.

${renderOptions(table)}
`;

function choose(name: string, value: string, choices: string[]): string {
  if (choices.includes(value)) return value;
  throw new CommandLineError(
    `There is no ${name} "${value}". Give --${name} one of ${choices.join(', ')}.`,
  );
}

/**
 * The command `print`.
 *
 * @param args - what stands after it
 * @returns the exit code
 * @throws CommandLineError
 */
export async function runPrint(args: string[]): Promise<number> {
  const options = readOptions(args, table);
  if (options.help) {
    process.stdout.write(helpText);
    return 0;
  }
  const url = readBaseUrl(options.url);
  const file = profiles[choose('profile', options.profile, Object.keys(profiles))];
  // Who reads Swagger reads it as JSON, which is YAML, too.
  const format = file === 'swagger' ? 'json' : choose('format', options.format, formats);
  const source = fileURLToPath(import.meta.resolve(`video-generation-openapi/${file}.${format}`));
  const family = readModelFamily(options['model-family']);
  const text = withModelFamily(forServer(await readFile(source, 'utf8'), url), family);
  if (options.output) await writeFile(options.output, text);
  else process.stdout.write(text);
  return 0;
}
