import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const catchTimeoutMs = 200_000;

/** A request on its way through the gate. */
export interface Passing {
  method: string;
  path: string;
  body: string;
}

/** Where a caught request stays: before it is passed on, before its answer is, or amid the answer. */
export type Place = 'request' | 'answer' | 'half';

interface Trap {
  fits: (passing: Passing) => boolean;
  place: Place;
  caught: () => void;
  isForOne: boolean;
}

export interface Gate {
  url: string;
  /** All requests that came, in order. */
  requests: Passing[];
  /** Status of every answer that was passed on, in order. */
  answers: (Passing & { status: number })[];
  /** Holds the next request that fits and never lets it go; resolves when it is caught. */
  catchNext(fits: (passing: Passing) => boolean, place: Place): Promise<void>;
  /** Holds all requests that fit and never lets them go; returns what lets those pass that come later. */
  catchAll(fits: (passing: Passing) => boolean): () => void;
  close(): Promise<void>;
}

/**
 * A server between two others that shows what passes and can stop it at a chosen place, so that a
 * test knows where a process stands when it ends it.
 *
 * @param target - base URL of the server behind, asked at every request
 * @param prefix - path under which the gate stands
 */
export async function openGate(target: () => string, prefix = ''): Promise<Gate> {
  const traps = new Set<Trap>();
  const requests: Passing[] = [];
  const answers: Gate['answers'] = [];

  const server = createServer(async (incoming, outgoing) => {
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    const body = await readAll(incoming).catch(() => undefined);
    if (body === undefined) return;
    const passing = { method: incoming.method!, path: incoming.url!, body: body.toString() };
    requests.push(passing);
    const trap = [...traps].find(({ fits }) => fits(passing));
    if (trap?.isForOne) traps.delete(trap);
    if (trap?.place === 'request') return trap.caught();

    const { method, headers } = incoming;
    const url = target() + incoming.url!.slice(prefix.length);
    const passed = forward(url, { method, headers }, (answer) => {
      answer.on('error', () => outgoing.destroy());
      if (trap?.place === 'answer') {
        answer.resume();
        return trap.caught();
      }
      answers.push({ ...passing, status: answer.statusCode! });
      outgoing.writeHead(answer.statusCode!, answer.headers);
      if (trap === undefined) return void answer.pipe(outgoing);
      answer.once('data', (chunk: Buffer) =>
        outgoing.write(chunk.subarray(0, chunk.length / 2), () => trap.caught()),
      );
    });
    passed.on('error', () => (outgoing.headersSent ? outgoing : outgoing.writeHead(502)).end());
    passed.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    requests,
    answers,
    catchNext: (fits, place) =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error(`Nothing was caught at its ${place}`));
        const timer = setTimeout(late, catchTimeoutMs);
        const caught = () => (clearTimeout(timer), resolve());
        traps.add({ fits, place, caught, isForOne: true });
      }),
    catchAll(fits) {
      const trap: Trap = { fits, place: 'request', caught: () => {}, isForOne: false };
      traps.add(trap);
      return () => void traps.delete(trap);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
