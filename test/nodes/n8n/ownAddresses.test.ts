import { expect, it } from 'vitest';
import { readOwnAddresses } from '../../../nodes/n8n/ownAddresses.ts';

it('keeps the token in both addresses: without it, n8n refuses every call', () => {
  const urls: Record<string, string> = {
    '{{ $execution.resumeUrl }}': 'https://n8n.test/in/webhook-waiting/7?signature=token',
    '{{ $execution.resumeFormUrl }}': 'https://n8n.test/in/form-waiting/7?signature=token',
  };
  expect(readOwnAddresses({ evaluateExpression: (expression) => urls[expression] })).toEqual({
    resumeUrl: 'https://n8n.test/in/webhook-waiting/7/video-callback?signature=token',
    statusUrl: 'https://n8n.test/in/form-waiting/7/n8n-execution-status?signature=token',
  });
});
