import { describe, expect, it } from 'vitest';
import { isOver, readRing } from '../../../nodes/sleeping/ring.ts';

const said = (message: string, code = 0) => JSON.stringify({ code, message });

describe('readRing', () => {
  it.each([
    [200, said('Waking up to look at the task'), 'heard'],
    [409, said('The execution "7" is running already.'), 'busy'],
    [409, said('The execution "7" has finished with error.'), 'gone'],
    [409, said('The execution "7 has finished already.'), 'gone'],
    [404, said('The execution "7" does not exist.'), 'gone'],
    [500, said("Cannot read properties of undefined (reading 'resumeToken')"), 'busy'],
    [404, '"<html>Not Found</html>"', 'unheard'],
    [401, said('Invalid token'), 'unheard'],
    [302, '""', 'unheard'],
    [502, '"Bad Gateway"', 'unheard'],
  ])('reads %i %s as %s', (httpStatus, text, outcome) => {
    expect(readRing({ httpStatus, text })).toBe(outcome);
  });
});

describe('isOver', () => {
  it.each([
    [409, said('The execution "7" is running already.'), false],
    [409, said('The execution "7" has finished with error.'), true],
    [409, said('The execution "7 has finished already.'), true],
    [404, said('The execution "7" does not exist.'), true],
    [404, said('The workflow for execution "7" does not contain a waiting webhook.'), false],
    [404, '"<html>Not Found</html>"', false],
    [200, '""', false],
    [502, '"Bad Gateway"', false],
  ])('takes %i %s for %s', async (httpStatus, text, outcome) => {
    expect(await isOver({ get: async () => ({ httpStatus, text }) }, 'https://n8n.test')).toBe(
      outcome,
    );
  });

  it('believes that the execution is there while n8n cannot be asked', async () => {
    const get = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await isOver({ get }, 'https://n8n.test')).toBe(false);
  });
});
