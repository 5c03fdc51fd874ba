import { describe, expect, it } from 'vitest';
import { type SandboxOptions } from '../../../sandbox/src/index.ts';
import { startTestSandbox, useTestSandbox } from '../startTestSandbox.ts';

const page = 'http://localhost:3000';
const createPath = '/v1/videos/generations';
const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});

const shared = useTestSandbox();

/** Asks with headers that fetch() would not send. */
const ask = (url: string, headers: object, method: 'GET' | 'OPTIONS' = 'GET', one = shared()) =>
  one.app.inject({ method, url, headers: { ...one.headers, ...headers } });

describe('a page of this machine', () => {
  it.each([page, 'http://app.localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'is let in as %s by the preflight, with the headers of the service',
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

  it('can read answers and errors, whoever raises them', async () => {
    for (const id of [await shared().create(), 'nothing', '%zz', 'x'.repeat(300)]) {
      const { headers } = await ask(`/v1/tasks/${id}`, { origin: page });
      expect(headers['access-control-allow-origin']).toBe(page);
      expect(headers['vary']).toContain('Origin');
    }
  });
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
