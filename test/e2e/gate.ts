import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passed. */
export interface Passing {
  method: string;
  path: string;
}

export interface Gate {
  url: string;
  /** The requests whose answers were passed on, in order. */
  answers: Passing[];
  close(): Promise<void>;
}

/**
 * A server between two others that shows what passes.
 *
 * @param target - base URL of the server behind, asked at every request
 * @param prefix - path under which the gate stands
 */
export async function openGate(target: () => string, prefix = ''): Promise<Gate> {
  const answers: Passing[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    const passed = forward(target() + path.slice(prefix.length), { method, headers }, (answer) => {
      answers.push({ method, path });
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', fail).pipe(outgoing);
    });
    passed.on('error', fail);
    incoming.on('error', () => passed.destroy()).pipe(passed);
    outgoing.on('error', () => passed.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    answers,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
