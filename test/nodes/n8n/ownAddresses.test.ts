import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readOwnAddresses } from '../../../nodes/n8n/ownAddresses.ts';

it('keeps the token in both addresses: without it, n8n refuses every call', () => {
  const urls = ['webhook-waiting', 'form-waiting'].map(
    (path) => `https://n8n.test/in/${path}/7?signature=token`,
  );
  const context = { evaluateExpression: () => urls } as unknown as IExecuteFunctions;
  expect(readOwnAddresses(context)).toEqual({
    resumeUrl: expect.stringMatching(
      /^https:\/\/n8n\.test\/in\/webhook-waiting\/7\/[\w-]+\?signature=token$/,
    ),
    statusUrl: 'https://n8n.test/in/form-waiting/7/n8n-execution-status?signature=token',
  });
});
