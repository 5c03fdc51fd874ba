import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoFolder, rootFolder } from './folders.ts';
import { placeVariables, readPlace, type Place } from './processes/place.ts';
import { StartError } from './report.ts';

export const help = `npm start -- [options]

Starts a real n8n with this package installed, and the sandbox; runs the demo workflow once.

  --once                exit after the demo run; the last line is JSON
  --port NUMBER         port of the editor (5678 when free, else any)
  --sandbox-port NUMBER port of the sandbox (8787 when free, else any)
  --n8n-url URL         use an n8n that runs already, with this package in it;
                        ${placeVariables.email} and ${placeVariables.password}
                        name its account
  --n8n-command COMMAND start n8n with a shell command of your own
  --sandbox-host NAME   name or address at which that n8n reaches this machine;
                        the sandbox then listens on all of its addresses
  --data FOLDER         where n8n, the sandbox and the videos keep their files
                        (in the user's cache folder)
  --build               build the package and its pages first, as npm start does
  --help                this text`;

export interface StartOptions {
  once: boolean;
  build: boolean;
  help: boolean;
  port: number | undefined;
  sandboxPort: number | undefined;
  data: string;
  /** Where n8n comes from. */
  place: Place;
  /** Where n8n reaches the sandbox, when that is not loopback. */
  sandboxHost: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws StartError when an option is unknown or its value is not usable
 */
export function readOptions(args: string[]): StartOptions {
  const { once, help: wantsHelp, port, data, ...rest } = parse(args);
  const folder = resolve(data ?? demoFolder());
  if (!relative(rootFolder, folder).startsWith('..'))
    throw new StartError(`Expected --data to be a folder outside ${rootFolder}, got ${folder}.`);
  return {
    once: once ?? false,
    build: rest.build ?? false,
    help: wantsHelp ?? false,
    port: readPort('--port', port),
    sandboxPort: readPort('--sandbox-port', rest['sandbox-port']),
    data: folder,
    place: readPlace({
      url: rest['n8n-url'],
      command: rest['n8n-command'],
      email: process.env[placeVariables.email],
      password: process.env[placeVariables.password],
    }),
    sandboxHost: rest['sandbox-host'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        once: { type: 'boolean' },
        build: { type: 'boolean' },
        help: { type: 'boolean' },
        port: { type: 'string' },
        'sandbox-port': { type: 'string' },
        data: { type: 'string' },
        'n8n-url': { type: 'string' },
        'n8n-command': { type: 'string' },
        'sandbox-host': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${help}`);
  }
}

function readPort(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new StartError(`Expected ${option} to be a port from 1 to 65535, got "${text}".`);
}
