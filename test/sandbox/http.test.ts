import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { operations } from 'video-generation-openapi/constants';
import { describe, expect, it } from 'vitest';
import { type SandboxOptions } from '../../sandbox/src/index.ts';
import { type ErrorShape } from '../../sandbox/src/http/errors.ts';
import { startTestSandbox, useTestSandbox } from './startTestSandbox.ts';

const shared = useTestSandbox();

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
];

const message = expect.any(String) as string;
const shapes: Record<ErrorShape, (code: string) => unknown> = {
  nested: (code) => ({ error: { code, message } }),
  detailed: (code) => ({
    error: {
      ...{ code, message, type: 'not_found_error' },
      request_id: expect.stringMatching(/^req_\w+$/) as string,
    },
  }),
  flat: (code) => ({ code, message }),
  string: () => ({ error: message }),
  text: () => expect.stringMatching(/^[^{]+$/) as string,
};
/** A body of JSON, or its text. */
const read = (body: string): unknown => (body.startsWith('{') ? JSON.parse(body) : body);

it.each(cases)('tells of %s with %i', async (_what, status, code, send) => {
  const answer = await sendRaw(shared().url, send(shared().key));
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatch(/^content-type: application\/json/im);
  expect(read(answer.body)).toStrictEqual(shapes.nested(code));
});

it.each(Object.keys(shapes) as ErrorShape[])('an error has the shape %s', async (errorShape) => {
  const sandbox = await startTestSandbox({ choices: { errorShape } });
  const { body } = await sendRaw(sandbox.url, head('GET /nowhere'));
  expect(read(body)).toStrictEqual(shapes[errorShape]('not_found'));
});

const page = 'http://localhost:3000';
const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});

/** Asks with headers that fetch() would not send. */
const ask = (url: string, headers: object, method: 'GET' | 'OPTIONS' = 'GET', one = shared()) =>
  one.app.inject({ method, url, headers: { ...one.headers, ...headers } });

it.each([page, 'http://app.localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
  'a page of this machine is let in as %s by the preflight, with the headers of the service',
  async (origin) => {
    const { statusCode, headers } = await ask(createPath, preflight(origin), 'OPTIONS');
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
    });
  },
);

it('a page of this machine can read answers and errors, whoever raises them', async () => {
  for (const id of [await shared().create(), 'nothing', '%zz', 'x'.repeat(300)]) {
    const { headers } = await ask(`/v1/tasks/${id}`, { origin: page });
    expect(headers).toMatchObject({
      'access-control-allow-origin': page,
      vary: expect.stringContaining('Origin'),
    });
  }
});

it.each([
  ...['http://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'],
  ...['http://10.0.0.1', 'null'],
])('a page of another site is told nothing as %s', async (origin) => {
  const asked = await ask(createPath, preflight(origin), 'OPTIONS');
  for (const { headers } of [asked, await ask(createPath, { origin })])
    expect(headers['access-control-allow-origin']).toBeUndefined();
  expect((await ask('/admin/tasks', { origin })).statusCode).toBe(403);
});

describe('a request', () => {
  const paths = ['/v1/tasks/x', '/healthz', '/', '/admin/tasks', '/files/x.mp4', '/nowhere'];
  const own = [404, 200, 200, 200, 404, 404];

  async function statuses(host: string, options?: SandboxOptions) {
    const sandbox = options && (await startTestSandbox(options));
    const answers = await Promise.all(paths.map((url) => ask(url, { host }, 'GET', sandbox)));
    return answers.map(({ statusCode }) => statusCode);
  }

  it.each<[string, SandboxOptions?]>([
    ['localhost:8787'],
    ['app.localhost'],
    ['127.0.0.1'],
    ['[::1]:8787'],
    ['192.168.1.7:80'],
    ['sandbox:8787', { names: ['sandbox'] }],
    ['sandbox:8787', { publicUrl: 'https://Sandbox:8787' }],
  ])('for %s is answered, with %j', async (host, options) => {
    expect(await statuses(host, options)).toEqual(own);
  });

  it.each([
    ...['evil.example', 'evil.example:8787', 'localhost.evil.example', '127.0.0.1.evil.example'],
    ...['evil{.example', 'a b'],
  ])('for %s is refused, wherever it goes', async (host) => {
    expect(await statuses(host)).toEqual(paths.map(() => 403));
  });
});
