import { modes, operations, requestField, taskStatus } from 'video-generation-openapi/constants';
import type { Workflow } from '../../playground/index.ts';
import { chain } from '../../test/e2e/realN8n.ts';

/** What the workflows refer to. */
export interface Target {
  serviceUrl: string;
  credentials: Record<'own' | 'header', { id: string; name: string }>;
}

type Step = { name: string; type: string } & Record<string, unknown>;

/** A request for this path says that a video has reached the end of a workflow. */
export const homePath = '/home/';

/** Starts with one item for each entry of the body's `items`, and ends with a call to the service. */
function onWebhook(id: string, { serviceUrl }: Target, steps: Step[]): Workflow {
  const start = {
    name: 'Start',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    webhookId: id,
    parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
  };
  const items = {
    name: 'Items',
    type: 'n8n-nodes-base.splitOut',
    parameters: { fieldToSplitOut: 'body.items' },
  };
  const home = {
    name: 'Home',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    // One call for all items: it is no part of what is compared.
    executeOnce: true,
    parameters: { url: `=${serviceUrl}${homePath}{{ $input.all().length }}` },
  };
  return chain(id, [start, items, ...steps, home]);
}

const createVideo = ({ credentials }: Target, parameters: object): Step => ({
  name: 'Create Video',
  type: 'n8n-nodes-video-generation.createVideo',
  credentials: { videoGenerationApi: credentials.own },
  parameters: { prompt: '={{ $json.prompt }}', ...parameters },
});

const request = ({ credentials }: Target, name: string, parameters: object): Step => ({
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  credentials: { httpHeaderAuth: credentials.header },
  parameters: {
    authentication: 'genericCredentialType',
    genericAuthType: 'httpHeaderAuth',
    ...parameters,
  },
});

/** @param callbackUrl - an expression */
function createByHand(target: Target, callbackUrl?: string): Step {
  const fields = [
    `${requestField.model}: "${modes.textToVideo.models.standard}"`,
    `${requestField.prompt}: $json.prompt`,
    ...(callbackUrl ? [`${requestField.callbackUrl}: ${callbackUrl}`] : []),
  ];
  return request(target, 'Create by Hand', {
    method: operations.createVideo.method,
    url: target.serviceUrl + operations.createVideo.path,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify({ ${fields.join(', ')} }) }}`,
  });
}

const queryByHand = (target: Target, id = '$json.id'): Step =>
  request(target, 'Query by Hand', {
    url: `=${target.serviceUrl}${operations.getTask.path.replace(/\{.*?\}/, `{{ ${id} }}`)}`,
  });

const downloadByHand = (target: Target): Step =>
  request(target, 'Download by Hand', {
    authentication: 'none',
    url: '={{ $json.results[0] }}',
    options: { response: { response: { responseFormat: 'file' } } },
  });

const pause = (id: string): Step => ({
  name: 'Pause',
  type: 'n8n-nodes-base.wait',
  typeVersion: 1.1,
  webhookId: `${id}-pause`,
  parameters: { amount: 5, unit: 'seconds' },
});

/** The loop that people build from n8n's own nodes: create, wait five seconds, ask, and back. */
function loopByHand(id: string, target: Target, collect: Step[] = []): Workflow {
  const isDone = {
    name: 'Is Done',
    type: 'n8n-nodes-base.if',
    parameters: {
      conditions: { string: [{ value1: '={{ $json.status }}', value2: taskStatus.completed }] },
    },
  };
  const steps = [createByHand(target), pause(id), queryByHand(target), isDone, ...collect];
  const workflow = onWebhook(id, target, steps);
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  workflow.connections['Is Done'] = { main: [to(collect[0]?.name ?? 'Home'), to('Pause')] };
  return workflow;
}

/** n8n's Wait node sleeps until the service calls. Since anybody could, the task ought to be read then. */
const waitNode = (id: string, target: Target, readAfterwards: Step[]): Workflow =>
  onWebhook(id, target, [
    createByHand(target, '$execution.resumeUrl'),
    {
      name: 'Until Called',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: `${id}-called`,
      parameters: { resume: 'webhook', httpMethod: 'POST', responseMode: 'onReceived' },
    },
    ...readAfterwards,
  ]);

/** Who is compared, by the workflow that each of them is. */
export const contenders = {
  own: (id: string, target: Target) =>
    onWebhook(id, target, [createVideo(target, { download: false })]),
  byHand: (id: string, target: Target) => loopByHand(id, target),
  waitNode: (id: string, target: Target) =>
    waitNode(id, target, [queryByHand(target, "$('Create by Hand').item.json.id")]),
  waitNodeUnread: (id: string, target: Target) => waitNode(id, target, []),
  ownFile: (id: string, target: Target) => onWebhook(id, target, [createVideo(target, {})]),
  byHandFile: (id: string, target: Target) => loopByHand(id, target, [downloadByHand(target)]),
} satisfies Record<string, (id: string, target: Target) => Workflow>;

export type Contender = keyof typeof contenders;
