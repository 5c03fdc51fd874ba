import type { Step } from './start.ts';

/** n8n's Wait node, which suspends the execution until its resume URL is called. */
export const untilCalled = (id: string): Step => ({
  name: 'Until Called',
  type: 'n8n-nodes-base.wait',
  typeVersion: 1.1,
  webhookId: `${id}-called`,
  parameters: { resume: 'webhook', httpMethod: 'POST', responseMode: 'onReceived' },
});
