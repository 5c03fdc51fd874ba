import { Server, ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnHost } from '../../sandbox/src/http/ownHost.ts';

// Loaded into n8n before its own code: n8n answers to any name, so a website could point its own at
// this machine and use what n8n serves without a login.
const { emit } = Server.prototype;

Server.prototype.emit = function (this: Server, event: string | symbol, ...given: unknown[]) {
  if (event === 'request' || event === 'upgrade') {
    const [request, answer] = given as [IncomingMessage, ServerResponse | Duplex];
    if (!isOwnHost(request.headers.host)) {
      if (answer instanceof ServerResponse) answer.writeHead(403).end('Open it as localhost.');
      else answer.destroy();
      return true;
    }
  }
  return Reflect.apply(emit, this, [event, ...given]) as boolean;
};
