import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** A server on loopback that breaks in one certain way. */
export interface BrokenServer {
  url: string;
  /** How many requests of a client were seen in clear text, whole or in part. */
  requests: number;
  /** How many connections are still there. */
  readonly connections: number;
  close(): Promise<void>;
}

const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

// One key for both: self-signed, for this machine's own name.
const key = pem('key');
export const certificates = { good: pem('good'), expired: pem('expired') };

/**
 * Starts a server of plain HTTP, or of TLS where a certificate is named.
 *
 * @param onRequest - what it does with a request whose head is whole, or to the wire below it
 */
export async function startBroken(
  onRequest: (socket: Socket, raw: Socket) => void,
  certificate?: keyof typeof certificates,
): Promise<BrokenServer> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket, raw: Socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      if (text === '') broken.requests += 1;
      const wasWhole = text.includes('\r\n\r\n');
      text += chunk.toString('latin1');
      if (!wasWhole && text.includes('\r\n\r\n')) onRequest(socket, raw);
    });
  };
  const server = createServer((raw) => {
    sockets.add(raw.on('error', () => {}).on('close', () => sockets.delete(raw)));
    if (certificate === undefined) return serve(raw, raw);
    const secure = createTlsServer({ key, cert: certificates[certificate] });
    secure.on('tlsClientError', () => {});
    secure.on('secureConnection', (socket) => serve(socket, raw));
    secure.emit('connection', raw);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const broken: BrokenServer = {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests: 0,
    get connections() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
  return broken;
}
