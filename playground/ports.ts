import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { StartError } from './report.ts';

const HOST = '127.0.0.1';

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return taken;
}

/**
 * Below those that systems give to outgoing connections: what is killed and started again has to
 * find its port free.
 */
const range = { first: 20_000, count: 12_000 };
const mostTries = 20;

/** A port that is free on loopback. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = range.first + Math.floor(Math.random() * range.count);
    try {
      return await listenOnce(port);
    } catch {
      // In use.
    }
  }
  return await listenOnce(0);
}

/**
 * The port that was asked for, or else the preferred one when it is free, or else any free one.
 *
 * @param option name of the command line option, for the message
 * @throws StartError when the port that was asked for is in use
 */
export async function choosePort(
  option: string,
  wanted: number | undefined,
  preferred = 0,
): Promise<number> {
  try {
    return await listenOnce(wanted ?? preferred);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (wanted === undefined) return freePort();
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
    throw new StartError(
      `Port ${wanted} ${why}. Give another one with ${option}, or leave ${option} out for a free one.`,
    );
  }
}
