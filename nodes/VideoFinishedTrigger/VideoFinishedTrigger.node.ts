import {
  NodeConnectionTypes,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { nothingToRegister } from '../n8n/nothingToRegister';
import { credentialName } from '../service/credentialName';
import type * as runModule from './answerCallback';
import { responseMode, triggerFields } from './fields';

/**
 * What a call needs, loaded when the first one comes: n8n loads every node when it starts. Not by
 * `import()`, whose modules stay when n8n replaces the package.
 */
const running = () => require('./answerCallback') as typeof runModule;

export class VideoFinishedTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Video Finished Trigger',
    name: 'videoFinishedTrigger',
    icon: { light: 'file:../icons/finished.svg', dark: 'file:../icons/finished.dark.svg' },
    group: ['trigger'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ $parameter["statuses"].join(" or ") }}',
    description: 'Starts the workflow when a VideoGen video is ready, or has failed',
    defaults: { name: 'Video Finished Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [
      {
        name: 'default',
        httpMethod: 'POST',
        responseMode,
        // Nothing of the workflow is for whoever calls.
        responseData: 'noData',
        path: 'video-finished',
      },
      // Some services try the address of a callback with one of these before they take it.
      ...(['GET', 'HEAD'] as const).map((httpMethod) => ({
        ...{ name: 'setup' as const, httpMethod, path: 'video-finished', ndvHideUrl: true },
        ...{ responseMode: 'onReceived' as const, responseData: 'noData' as const },
      })),
    ],
    eventTriggerDescription:
      'Waiting for a call from the service. Create a video with the test URL above as its callback URL.',
    activationMessage:
      'Now create videos with the production URL of this node as their callback URL.',
    properties: triggerFields,
  };

  webhookMethods = nothingToRegister;

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await running().answerCallback(this);
  }
}
