import fc from 'fast-check';
import { operations } from 'videogen-openapi/constants';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../http/sendRaw.ts';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';
import { share } from './clients.ts';
import { howMany } from '../../thorough.ts';

const requests = howMany(2_500, 10_000);
const seed = 20_260_101;

/** Mostly the first, so that many requests get past the first check. */
const mostly = <T>(usual: T, ...odd: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 12 * odd.length },
    ...odd.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );

const line = fc
  .string({ unit: 'binary-ascii', maxLength: 40 })
  .map((text) => text.replaceAll(/[\r\n]/g, ''));

const method = mostly(
  'POST',
  fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'),
  fc.stringMatching(/^[A-Z]{1,12}$/),
);

const taskPath = operations.getTask.path;
const path = mostly(
  operations.createVideo.path,
  fc.constantFrom('/', '/healthz', '/page.js', '/admin/tasks', '/admin/faults', '*', '//', '/v1'),
  fc.constantFrom('/%zz', '/files/%00', '/files/../../etc/passwd', 'http://x/healthz', '/%c0%ae'),
  fc.webPath(),
  fc.string({ maxLength: 300 }).map((id) => taskPath.replace('{task_id}', encodeURI(id))),
  fc
    .constantFrom(
      '?limit=-1',
      '?limit=1e99',
      '?before=x',
      '?search=%25',
      '?__proto__=1',
      '?limit[]=1',
    )
    .map((query) => `/admin/tasks${query}`),
  line.map((text) => `/${text.replaceAll(' ', '+')}`),
);

const type = mostly(
  'application/json',
  fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    '',
    ';',
    'a/b/c',
  ),
  line,
);

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'Expect',
      'Origin',
      'Range',
      'Upgrade',
      'Accept',
      'X-Forwarded-Host',
      'If-None-Match',
    ),
    line,
  ),
  fc.constantFrom(
    ['Content-Encoding', 'gzip'],
    ['Transfer-Encoding', 'chunked'],
    ['Transfer-Encoding', 'gzip, chunked'],
    ['Content-Length', '-1'],
    ['Host', 'evil{.example'],
    ['Host', ''],
    ['__proto__', 'x'],
    ['Origin', 'http://localhost:1'],
    ['Range', 'bytes=9999-'],
    ['Authorization', 'Basic eDp5'],
    ['X-Long', 'x'.repeat(20_000)],
  ),
);

const keys = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'model', 'prompt', 'duration'],
  ...['quality', 'aspect_ratio', 'image_urls', 'video_urls', 'audio_urls', 'callback_url', 'fault'],
);
const words = fc.constantFrom(
  ...['sandbox:status=x', 'sandbox:server-error=200', 'sandbox:latency=1e99', 'sandbox:fail*0'],
  ...[
    'sandbox:result-elsewhere=x',
    'sandbox:__proto__',
    'sandbox:',
    'sandbox:takes=1e300',
    '\ud800',
  ],
  ...['videogen-2.0-image-to-video', 'http:', 'http://[', 'data:,x', 'file:///etc/passwd', '16:0'],
);
const value = fc.oneof(
  words,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.array(words, { maxLength: 30 }),
  fc.constant(1e308),
);
const fields = fc.array(fc.tuple(keys, value), { maxLength: 4 });
const write = (pairs: [string, unknown][]) =>
  pairs.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one) ?? 'null'}`).join(',');

const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fields.map((pairs) =>
    `{${JSON.stringify(textRequest).slice(1, -1)},${write(pairs)}}`.replace(',}', '}'),
  ),
  fields.map((pairs) => `{${write(pairs)}}`),
  fc.json(),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
  fc
    .integer({ min: 1, max: 20_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ maxLength: 200 }),
);

const request = fc.record({
  method,
  path,
  type,
  headers: mostly<(readonly string[])[]>([], fc.array(header, { minLength: 1, maxLength: 3 })),
  body,
  key: mostly('right', fc.constantFrom('none', 'wrong')),
  /** How much of the body is sent before it stops: all of it, or a part and no more. */
  part: mostly(1, fc.double({ min: 0, max: 1, noNaN: true })),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

function* assemble({ method, path, type, headers, key, body, part }: Request, rightKey: string) {
  const bytes = Buffer.from(body as string);
  const authorization = { right: `Bearer ${rightKey}`, wrong: 'Bearer x', none: '' }[key];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : ['Host: 127.0.0.1']),
    'Connection: close',
    `Authorization: ${authorization}`,
    `Content-Type: ${type}`,
    ...(headers.some(([name]) => /^Content-Length|^Transfer/.test(name!))
      ? []
      : [`Content-Length: ${bytes.length}`]),
    ...headers.map(([name, text]) => `${name}: ${text}`),
  ];
  yield Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  yield bytes.subarray(0, Math.ceil(bytes.length * part));
}

describe('any request', { timeout: 300_000 }, () => {
  it('is answered below 500', async () => {
    const sandbox = await startTestSandbox({ requestSeconds: 0.5 });
    const faults: string[] = [];
    await share(fc.sample(request, { numRuns: requests, seed }), 64, async (one) => {
      const { status, body: text } = await sendRaw(sandbox.url, ...assemble(one, sandbox.key));
      if (status === 0 || status >= 500)
        faults.push(`${JSON.stringify(one).slice(0, 600)} -> ${status} ${text.slice(0, 300)}`);
    });
    expect(faults.slice(0, 5)).toStrictEqual([]);
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
