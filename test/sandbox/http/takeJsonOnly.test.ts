import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';

describe('a body', () => {
  it.each(['__proto__', 'constructor'])(
    'may have a field %s like any other, which changes nothing else',
    async (name) => {
      const sandbox = await startTestSandbox();
      const field = `"${name}":{"prototype":{"polluted":true},"polluted":true,"model":1}`;
      const body = `{${JSON.stringify(textRequest).slice(1, -1)},${field}}`;
      const response = await sandbox.postCreate(body);
      expect(response.status).toBe(200);
      const { id } = (await response.json()) as { id: string };
      expect(await sandbox.finish(id)).toMatchObject({ status: 'completed' });
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it.each([
    ['text/plain', 415],
    ['multipart/form-data', 415],
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
  ])('of the type %s is answered with %i', async (type, status) => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(textRequest, { 'content-type': type });
    expect(response.status).toBe(status);
  });

  it('that is not UTF-8 is refused with 400', async () => {
    const sandbox = await startTestSandbox();
    const { createUrl: url, headers } = sandbox;
    const body = Buffer.from('{"prompt":"\xff"}', 'latin1');
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: 'The body is not UTF-8' } });
  });
});
