import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isLoopbackOrigin } from '../../../sandbox/src/http/cors.ts';
import { startTestSandbox } from '../startTestSandbox.ts';

const page = 'http://localhost:3000';

/** fetch() would not send an Origin of choice. */
async function ask(url: string, method: string, headers: Record<string, string>) {
  const request = httpRequest(url, { method, headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});

describe('isLoopbackOrigin', () => {
  it.each([
    ['http://localhost', true],
    ['http://app.localhost:5173', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:3000', true],
    ['http://localhost.evil.example', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://10.0.0.1', false],
    ['null', false],
    [undefined, false],
  ])('%s: %s', (origin, expected) => {
    expect(isLoopbackOrigin(origin)).toBe(expected);
  });
});

describe('a page of this machine', () => {
  it('is let in by the preflight, with the headers of the service', async () => {
    const sandbox = await startTestSandbox();
    const { statusCode, headers } = await ask(sandbox.createUrl, 'OPTIONS', preflight(page));
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
    });
  });

  it('can read answers and errors, whoever raises them', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create();
    for (const url of [id, 'nothing', '%zz', 'x'.repeat(300)].map(sandbox.taskUrl)) {
      const { headers } = await ask(url, 'GET', { ...sandbox.headers, origin: page });
      expect(headers['access-control-allow-origin']).toBe(page);
      expect(headers['vary']).toContain('Origin');
    }
  });
});

describe('a page of another site', () => {
  it.each(['http://evil.example', 'null'])('is told nothing as %s', async (origin) => {
    const sandbox = await startTestSandbox();
    const allowed = async (method: string, headers: Record<string, string>) =>
      (await ask(sandbox.createUrl, method, headers)).headers['access-control-allow-origin'];
    expect(await allowed('OPTIONS', preflight(origin))).toBeUndefined();
    expect(await allowed('GET', { ...sandbox.headers, origin })).toBeUndefined();
  });
});
