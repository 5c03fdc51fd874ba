import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { StartError } from './report.ts';

const HOST = '127.0.0.1';

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  return server;
}

async function listenOnce(port: number): Promise<number> {
  const server = await listen(port);
  const { port: taken } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return taken;
}

/**
 * Below those that systems give to outgoing connections: what is killed and started again has to
 * find its port free.
 */
const range = { first: 20_000, pairs: 6_000 };
const mostTries = 20;

/**
 * A port that is free on loopback, and that nobody else is given as long as this process lives: what
 * is to listen there may take a while to start, or be killed and started again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = range.first + 2 * Math.floor(Math.random() * range.pairs);
    try {
      // Held instead of the port, which has to stay free; the system lets go of it with us.
      const guard = await listen(port + 1);
      guard.unref();
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
