import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server on loopback that breaks in one certain way. */
export interface BrokenServer {
  url: string;
  /** How many requests of a client were seen in clear text, whole or in part. */
  requests: number;
  close(): Promise<void>;
}

const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

// One key for all of them: self-signed, for this machine's own name but for "elsewhere".
const key = pem('key');
export const certificates = {
  good: pem('good'),
  expired: pem('expired'),
  elsewhere: pem('elsewhere'),
  stranger: pem('stranger'),
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

type OnRequest = (socket: Socket, text: string, raw: Socket) => void;

/** Counts a request when its first bytes are there, and hands it over when its head is whole. */
function serve(broken: () => BrokenServer, onRequest: OnRequest) {
  return (socket: Socket, raw: Socket = socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      if (text === '') broken().requests += 1;
      const wasWhole = text.includes('\r\n\r\n');
      text += chunk.toString('latin1');
      if (!wasWhole && text.includes('\r\n\r\n')) onRequest(socket, text, raw);
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

/** A server that answers the client's first bytes, those of the TLS handshake, in its own way. */
export const startBare = (onBytes: (socket: Socket) => void): Promise<BrokenServer> =>
  listen(
    createServer((socket) => void socket.once('data', () => onBytes(socket))),
    'https',
  );

/** A TLS server; what it does with a decrypted request, or to the wire below it, is up to the test. */
export async function startTls(
  certificate: keyof typeof certificates,
  onRequest: OnRequest,
  options: TlsOptions = {},
): Promise<BrokenServer> {
  const server = createServer((raw) => {
    const secure = createTlsServer({ key, cert: certificates[certificate], ...options });
    secure.on('tlsClientError', () => {});
    secure.on('secureConnection', (socket) => handle(socket, raw));
    secure.emit('connection', raw);
  });
  const broken = await listen(server, 'https');
  const handle = serve(() => broken, onRequest);
  return broken;
}

/** A proxy that opens tunnels (CONNECT) and carries bytes both ways. */
export const startTunnel = () =>
  startPlain((socket, text) => {
    const [, host, port] = /^CONNECT ([^:]+):(\d+)/.exec(text) ?? [];
    if (!host) return void socket.destroy();
    const far = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    far.on('error', () => socket.destroy());
  });

/** An address at which nobody listens. */
export async function closedUrl(scheme = 'http'): Promise<string> {
  const server = await listen(createServer(), scheme);
  await server.close();
  return server.url;
}

export const garbage = 'this is neither TLS nor HTTP, and long enough to fill a record header';
