import { expect, it } from 'vitest';
import { addressOf, callerOf } from '../../../nodes/call/Waker.ts';

it('calls n8n without following it anywhere, and reads whatever it answers', async () => {
  const sent: object[] = [];
  const bodies: unknown[] = [{ message: 'yes' }, undefined];
  const httpRequest = async (request: object) => {
    sent.push(request);
    return { statusCode: 200 + sent.length, body: bodies[sent.length - 1] };
  };
  const callN8n = callerOf({ helpers: { httpRequest } });
  expect(await callN8n('POST', 'https://n8n.test/a')).toEqual({
    httpStatus: 201,
    text: '{"message":"yes"}',
  });
  expect(await callN8n('GET', 'https://n8n.test/b')).toEqual({ httpStatus: 202, text: '""' });
  const each = {
    json: true,
    timeout: 15_000,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    disableFollowRedirect: true,
  };
  expect(sent).toEqual([
    { method: 'POST', url: 'https://n8n.test/a', body: {}, ...each },
    { method: 'GET', url: 'https://n8n.test/b', ...each },
  ]);
});

it('makes the address of another execution, with or without its token', () => {
  const own = 'https://n8n.test/in/webhook-waiting/7/x?signature=own';
  const other = 'https://n8n.test/in/webhook-waiting/12/x';
  expect(addressOf('12', own, 'signature=t')).toBe(`${other}?signature=t`);
  expect(addressOf('12', own)).toBe(other);
});
