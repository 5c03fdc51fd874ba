import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** A server on loopback that breaks in one certain way. */
export interface BrokenServer {
  url: string;
  /** How many requests of a client were seen in clear text, whole or in part. */
  requests: number;
  close(): Promise<void>;
}

const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

// One key for both: self-signed, for this machine's own name.
const key = pem('key');
export const certificates = {
  good: pem('good'),
  expired: pem('expired'),
};

async function listen(server: Server, scheme: string): Promise<BrokenServer> {
  const sockets = new Set<Socket>();
  const broken: BrokenServer = {
    url: '',
    requests: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  broken.url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return broken;
}

type OnRequest = (socket: Socket, raw: Socket) => void;

/** Counts a request when its first bytes are there, and hands it over when its head is whole. */
function serve(broken: () => BrokenServer, onRequest: OnRequest) {
  return (socket: Socket, raw: Socket = socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      if (text === '') broken().requests += 1;
      const wasWhole = text.includes('\r\n\r\n');
      text += chunk.toString('latin1');
      if (!wasWhole && text.includes('\r\n\r\n')) onRequest(socket, raw);
    });
  };
}

/** A plain HTTP server; what it does with a request is up to the test. */
export async function startPlain(onRequest: OnRequest): Promise<BrokenServer> {
  const broken = await listen(
    createServer((socket) => handle(socket)),
    'http',
  );
  const handle = serve(() => broken, onRequest);
  return broken;
}

/** A TLS server; what it does with a decrypted request, or to the wire below it, is up to the test. */
export async function startTls(
  certificate: keyof typeof certificates,
  onRequest: OnRequest,
): Promise<BrokenServer> {
  const server = createServer((raw) => {
    const secure = createTlsServer({ key, cert: certificates[certificate] });
    secure.on('tlsClientError', () => {});
    secure.on('secureConnection', (socket) => handle(socket, raw));
    secure.emit('connection', raw);
  });
  const broken = await listen(server, 'https');
  const handle = serve(() => broken, onRequest);
  return broken;
}

/** An address at which nobody listens. */
export async function closedUrl(): Promise<string> {
  const server = await listen(createServer(), 'http');
  await server.close();
  return server.url;
}

export const garbage = 'this is neither TLS nor HTTP, and long enough to fill a record header';
