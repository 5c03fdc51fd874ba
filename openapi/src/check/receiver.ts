import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface Notice {
  headers: IncomingHttpHeaders;
  method: string;
  text: string;
}

export interface Receiver {
  /** Port that it listens at. */
  port: number;
  /** What has arrived so far. */
  notices: Notice[];
  close(): Promise<void>;
}

const maximumLength = 5_000_000;

/** Listens for the callback and takes whatever comes with 200. */
export async function openReceiver(port: number, host: string): Promise<Receiver> {
  const notices: Notice[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
      if (text.length > maximumLength) request.destroy();
    });
    request.on('end', () => {
      notices.push({ headers: request.headers, method: request.method ?? '', text });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    notices,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
