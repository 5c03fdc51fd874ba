import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { operations } from 'video-generation-openapi/constants';
import { expect, it } from 'vitest';
import { type ErrorShape } from '../../../sandbox/src/http/errors.ts';
import { startTestSandbox, useTestSandbox } from '../startTestSandbox.ts';

const { path: createPath } = operations.createVideo;
const taskPath = (id: string) => operations.getTask.path.replace('{task_id}', id);

/** The head of a request that ends its connection. */
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', ''].join('\r\n');

const post = (key: string, body: string, ...headers: string[]) =>
  head(
    `POST ${createPath}`,
    `Authorization: Bearer ${key}`,
    `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
    ...headers,
  ) + body;

const json = 'Content-Type: application/json';

/** Sends bytes that no HTTP client would, and reads what comes until the server ends the connection. */
async function sendRaw(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that refuses a body may end before all of it was sent.
  socket.on('error', () => undefined).write(bytes, 'latin1');
  const answer = await text(socket).catch(() => '');
  const [headers = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1] ?? 0), headers, body };
}

/** Whoever raises it: Fastify, its plugins, or the sandbox. */
const cases: [what: string, status: number, code: string, send: (key: string) => string][] = [
  ['an address that is no text', 400, 'malformed_request', () => head('GET /v1/tasks/%zz')],
  ['no JSON', 400, 'malformed_request', (key) => post(key, '{"model":', json)],
  ['no UTF-8', 400, 'malformed_request', (key) => post(key, '{"prompt":"\xff"}', json)],
  ['no key', 401, 'unauthorized', () => head(`GET ${taskPath('x')}`)],
  ['a page', 403, 'forbidden', () => head('GET /admin/tasks', 'Origin: http://evil.example')],
  ['an unknown address', 404, 'not_found', () => head('GET /nowhere')],
  ['a body that is too large', 413, 'body_too_large', (key) => post(key, ' '.repeat(2e6), json)],
  ['a long id', 414, 'address_too_long', () => head(`GET ${taskPath('x'.repeat(300))}`)],
  ['text', 415, 'unsupported_media_type', (key) => post(key, '{}', 'Content-Type: text/plain')],
  [
    'a range that a file lacks',
    416,
    'range_not_satisfiable',
    () => head('GET /page.js', 'Range: bytes=99999999-'),
  ],
];

const shapes: Record<ErrorShape, (body: string, code: string) => void> = {
  nested: (body, code) =>
    expect(JSON.parse(body)).toStrictEqual({ error: { code, message: expect.any(String) } }),
  detailed: (body, code) =>
    expect(JSON.parse(body)).toStrictEqual({
      error: {
        ...{ code, message: expect.any(String), type: 'not_found_error' },
        request_id: expect.stringMatching(/^req_\w+$/),
      },
    }),
  flat: (body, code) =>
    expect(JSON.parse(body)).toStrictEqual({ code, message: expect.any(String) }),
  string: (body) => expect(JSON.parse(body)).toStrictEqual({ error: expect.any(String) }),
  text: (body) => expect(body).toMatch(/^[^{]+$/),
};

const shared = useTestSandbox();

it.each(cases)('tells of %s with %i', async (_what, status, code, send) => {
  const answer = await sendRaw(shared().url, send(shared().key));
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatch(/^content-type: application\/json/im);
  shapes.nested(answer.body, code);
});

it.each(Object.keys(shapes) as ErrorShape[])('an error has the shape %s', async (errorShape) => {
  const sandbox = await startTestSandbox({ choices: { errorShape } });
  const { body } = await sendRaw(sandbox.url, head('GET /nowhere'));
  shapes[errorShape](body, 'not_found');
});
