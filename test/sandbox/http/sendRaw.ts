import { connect } from 'node:net';

/** An answer as it came over the connection. */
export interface RawAnswer {
  /** 0 when there was none. */
  status: number;
  headers: string;
  body: string;
}

/** Reads the first answer of what came; a body in chunks is put together. */
export function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const headers = end < 0 ? text : text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1] ?? 0);
  const sent = end < 0 ? '' : text.slice(end + 4);
  const chunk = /^([\da-f]+)\r\n([^]*)\r\n0\r\n\r\n$/i.exec(sent);
  const body = /^transfer-encoding: chunked/im.test(headers) && chunk ? chunk[2]! : sent;
  return { status, headers, body };
}

/**
 * Sends bytes that no HTTP client would, and returns the answer when the server has ended the
 * connection.
 *
 * @param parts - sent one after another; the connection stays open after the last one
 */
export function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    // A server that refuses a body may end before all of it was sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(readAnswer(text)));
  });
}

/** The head of a request that ends its connection. */
export const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', ''].join('\r\n');
