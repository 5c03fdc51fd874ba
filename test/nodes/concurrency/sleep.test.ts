import { afterEach, expect, it, vi } from 'vitest';

const deaf = () => {};
const hearing = () => {};

afterEach(() => {
  vi.doUnmock('n8n-workflow');
  vi.resetModules();
});

it.each([
  ['n8n 1, which has two', { sleep: deaf, sleepWithAbort: hearing }],
  ['the newest n8n', { sleep: hearing, sleepWithAbort: undefined }],
])('sleep is the function that ends with the signal, of %s', async (_, functions) => {
  vi.resetModules();
  vi.doMock('n8n-workflow', () => functions);
  const { sleep } = await import('../../../nodes/concurrency/sleep.ts');
  expect(sleep).toBe(hearing);
});
