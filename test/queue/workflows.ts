import type { Workflow } from '../../playground/index.ts';
import { chain } from '../e2e/realN8n.ts';

interface Credential {
  id: string;
  name: string;
}

const webhook = (path: string, responseMode: string) => ({
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  webhookId: path,
  parameters: { path, httpMethod: 'POST', responseMode },
});

/** The order that the workflow takes in the body of its webhook. */
export interface Order {
  prompt: string;
  stayAwake: boolean;
}

export const makeVideoId = 'makeVideo';
export const makeVideoPath = 'make-video';

/** Creates a video and waits for it asleep. */
export function makeVideo(credential: Credential): Workflow {
  const credentials = { videoGenApi: credential };
  return chain(makeVideoId, [
    webhook(makeVideoPath, 'onReceived'),
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials,
      parameters: { prompt: '={{ $json.body.prompt }}', callback: 'resumeExecution' },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials,
      parameters: {
        timeLimitMinutes: 120,
        download: true,
        waiting: { stayAwake: "={{ $('Webhook').first().json.body.stayAwake }}" },
      },
    },
    { name: 'Have Video', type: 'n8n-nodes-base.noOp' },
  ]);
}

export const answerPath = 'answer';

/** Answers at once, by way of a worker. */
export const answer = (): Workflow =>
  chain('answer', [
    webhook(answerPath, 'lastNode'),
    { name: 'Answer', type: 'n8n-nodes-base.noOp' },
  ]);
