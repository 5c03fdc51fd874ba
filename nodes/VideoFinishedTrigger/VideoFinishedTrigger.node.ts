import {
  NodeConnectionTypes,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { taskStatus } from '../generated/contract';
import { credentialName } from '../service/credential';
import { answerTriggerCall } from './answerTriggerCall';

const webhook = {
  path: 'video-finished',
  // n8n itself reads it before the node is called; what is no choice counts as `Immediately`.
  responseMode: '={{ $parameter["respond"] === "lastNode" ? "lastNode" : "onReceived" }}',
  // Nothing of the workflow is for whoever calls.
  responseData: 'noData',
};

export class VideoFinishedTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Video Finished Trigger',
    name: 'videoFinishedTrigger',
    icon: { light: 'file:../icons/finished.svg', dark: 'file:../icons/finished.dark.svg' },
    group: ['trigger'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ $parameter["statuses"].join(" or ") }}',
    description: 'Starts the workflow when a video is ready, or has failed',
    defaults: { name: 'Video Finished Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    // Some services try the address with GET or HEAD before they take it.
    webhooks: [
      { ...webhook, name: 'default', httpMethod: 'POST' },
      { ...webhook, name: 'setup', httpMethod: 'GET', ndvHideUrl: true },
      { ...webhook, name: 'setup', httpMethod: 'HEAD', ndvHideUrl: true },
    ],
    eventTriggerDescription:
      'Waiting for a call. To try it, POST the ID of a finished video, as in {"id": "…"}, to the test URL above.',
    activationMessage:
      'Now create videos with the production URL of this node as their callback URL.',
    properties: [
      {
        displayName:
          'Open <b>Webhook URLs</b> above, and paste the production URL into the option Callback URL of <b>Create Video</b>. Anyone who knows this URL can call it, so we always check with the service before your workflow starts.',
        name: 'urlNotice',
        type: 'notice',
        default: '',
      },
      {
        // n8n's editor makes its list of triggers from a field that goes by this name.
        displayName: 'Trigger On',
        name: 'statuses',
        type: 'multiOptions',
        required: true,
        options: [
          { name: 'Completed', value: taskStatus.completed, action: 'When a video is ready' },
          { name: 'Failed', value: taskStatus.failed, action: 'When a video has failed' },
        ],
        default: [taskStatus.completed, taskStatus.failed],
        description: 'Which results start your workflow',
      },
      {
        displayName: 'Respond',
        name: 'respond',
        type: 'options',
        // One that can't be evaluated would make n8n refuse every call before the node is asked.
        noDataExpression: true,
        options: [
          {
            name: 'Immediately',
            value: 'onReceived',
            description: 'As soon as the task is checked, and your workflow starts once per task',
          },
          {
            name: 'When Last Node Finishes',
            value: 'lastNode',
            description:
              'When your workflow has ended, without its data, so that the service can call again if it failed or n8n was killed',
          },
        ],
        default: 'onReceived',
        description:
          'When the service gets its answer. Wait for the last node only in short workflows that may run more than once for a task.',
      },
    ],
  };

  // The service has no endpoint that registers an address (contract 4.2): each request names its own
  // callback. So there is never one to make or to take away.
  webhookMethods = {
    default: {
      checkExists: async () => true,
      create: async () => true,
      delete: async () => true,
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await answerTriggerCall(this);
  }
}
