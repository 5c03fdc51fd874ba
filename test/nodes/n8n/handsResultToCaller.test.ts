import { expect, it, vi } from 'vitest';

/** Whether a version of n8n hands the result over that gives nodes these things. */
async function handsOver(given: object): Promise<boolean> {
  vi.resetModules();
  vi.doMock('n8n-workflow', () => given);
  const { handsResultToCaller } = await import('../../../nodes/n8n/handsResultToCaller.ts');
  return handsResultToCaller();
}

it('knows an n8n that hands a sleeping sub-workflow’s result over from the others', async () => {
  expect(await handsOver({ sleep: () => undefined })).toBe(false);
  expect(await handsOver({ WAIT_FOR_SUB_EXECUTION: '' })).toBe(true);
});
