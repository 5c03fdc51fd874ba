import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a bare HTTP server on a free port of loopback. */
export async function listen(handle: RequestListener) {
  // On a machine that has much else to do, it would close a connection that is just used again.
  const server = createServer({ keepAliveTimeout: 0 }, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
