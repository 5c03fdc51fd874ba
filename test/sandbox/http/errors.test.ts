import { operations } from 'videogen-openapi/constants';
import { describe, expect, it } from 'vitest';
import { type ErrorShape } from '../../../sandbox/src/http/errors.ts';
import { startTestSandbox } from '../startTestSandbox.ts';
import { head, sendRaw } from './sendRaw.ts';

const { path: createPath } = operations.createVideo;
const taskPath = (id: string) => operations.getTask.path.replace('{task_id}', id);

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>;

const post = (key: string, body: string, ...headers: string[]) =>
  head(
    `POST ${createPath}`,
    `Authorization: Bearer ${key}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ) + body;

const json = 'Content-Type: application/json';

/** Whoever raises it: Fastify, its plugins, or the sandbox. */
const cases: [what: string, status: number, code: string, send: (key: string) => string[]][] = [
  ['an address that is no text', 400, 'malformed_request', () => [head('GET /v1/tasks/%zz')]],
  ['no JSON', 400, 'malformed_request', (key) => [post(key, '{"model":', json)]],
  ['an empty body', 400, 'malformed_request', (key) => [post(key, '', json)]],
  ['no key', 401, 'unauthorized', () => [head(`GET ${taskPath('x')}`)]],
  [
    'a stranger to the admin API',
    403,
    'forbidden',
    () => [head('GET /admin/tasks', 'Origin: http://evil.example')],
  ],
  ['an unknown address', 404, 'not_found', () => [head('GET /nowhere')]],
  ['an unknown video', 404, 'not_found', () => [head('GET /files/nothing.mp4')]],
  ['a body that is too large', 413, 'body_too_large', (key) => [post(key, ' '.repeat(2e6), json)]],
  [
    'an id that is too long',
    414,
    'address_too_long',
    () => [head(`GET ${taskPath('x'.repeat(300))}`)],
  ],
  ['text', 415, 'unsupported_media_type', (key) => [post(key, '{}', 'Content-Type: text/plain')]],
  ['a body without a type', 415, 'unsupported_media_type', (key) => [post(key, '{}')]],
  [
    'a range that a file lacks',
    416,
    'range_not_satisfiable',
    () => [head('GET /page.js', 'Range: bytes=99999999-')],
  ],
];

const shapes: Record<ErrorShape, (body: string, code: string) => void> = {
  nested: (body, code) =>
    expect(JSON.parse(body)).toStrictEqual({ error: { code, message: expect.any(String) } }),
  flat: (body, code) =>
    expect(JSON.parse(body)).toStrictEqual({ code, message: expect.any(String) }),
  string: (body) => expect(JSON.parse(body)).toStrictEqual({ error: expect.any(String) }),
  text: (body) => expect(body).toMatch(/^[^{]+$/),
};

const start = (errorShape: ErrorShape): Promise<Sandbox> =>
  startTestSandbox({ choices: { errorShape } });

it.each(cases)('tells of %s with %i', async (_what, status, code, parts) => {
  const sandbox = await start('nested');
  const answer = await sendRaw(sandbox.url, ...parts(sandbox.key));
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatch(/^content-type: application\/json/im);
  shapes.nested(answer.body, code);
});

it.each(Object.keys(shapes) as ErrorShape[])('an error has the shape %s', async (shape) => {
  const sandbox = await start(shape);
  const { body } = await sendRaw(sandbox.url, head('GET /nowhere'));
  shapes[shape](body, 'not_found');
});

describe('a request that does not arrive', () => {
  const late = { status: 408 };

  it.each([
    ['in its headers', () => ['POST / HTTP/1.1\r\nHo']],
    ['in its body', (key: string) => [post(key, ' '.repeat(99), json).slice(0, -50)]],
  ])('ends with 408 when it stops %s', async (_where, parts) => {
    const sandbox = await startTestSandbox({ requestSeconds: 0.5 });
    expect(await sendRaw(sandbox.url, ...parts(sandbox.key))).toMatchObject(late);
    expect(await sandbox.create()).toMatch(/^task_/);
  });
});

describe('what a stranger sent', () => {
  it('is repeated in short', async () => {
    const sandbox = await startTestSandbox();
    const model = await sandbox.postCreate({ prompt: 'x', model: 'x'.repeat(100_000) });
    const urls = { model: 'videogen-2.0-reference-to-video', prompt: 'x' };
    const list = await sandbox.postCreate({ ...urls, image_urls: Array(10_000).fill('nope') });
    for (const response of [model, list, await fetch(`${sandbox.url}/${'x'.repeat(9000)}`)])
      expect((await response.text()).length).toBeLessThan(1500);
  });
});
