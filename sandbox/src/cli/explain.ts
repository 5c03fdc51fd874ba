import { FaultNotationError } from '../faults/parse.ts';
import { DataFolderError } from '../files/folders.ts';
import { RendererError } from '../render/ffmpeg/locate.ts';
import { CommandLineError } from './commandLine.ts';

const seeHelp = 'See video-generation-sandbox --help.';

/**
 * Says in one sentence or two why the sandbox did not start and what to do, or nothing for an
 * error that nobody foresaw.
 */
export function explain(error: unknown, port: number, host: string): string | undefined {
  if (error instanceof CommandLineError || error instanceof FaultNotationError)
    return `${error.message}. ${seeHelp}`;
  if (error instanceof DataFolderError) return `${error.message}. Name another with --data.`;
  if (error instanceof RendererError) return error.message;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken. Name another with --port, or --port 0 for any.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Name one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Name another with --host.`;
    default:
      return undefined;
  }
}
