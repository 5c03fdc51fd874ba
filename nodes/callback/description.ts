import { resumePath } from '../n8n/ownAddresses';

/** Where a sleeping execution can be called: `readOwnAddresses` has the address. */
export const resumeWebhooks = [
  {
    name: 'default',
    httpMethod: 'POST',
    responseMode: 'onReceived',
    path: resumePath,
    isFullPath: true,
    restartWebhook: true,
  } as const,
];

/** What n8n shows in place of the output while the execution sleeps. */
export const sleepTooltip =
  'The video is being made. This execution sleeps until it is ready and then goes on by itself. You can close this page meanwhile.';
