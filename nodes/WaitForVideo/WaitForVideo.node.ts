import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { nothingToRegister } from '../callbacks/nothingToRegister';
import { resumePath } from '../callbacks/resumeUrl';
import { failEveryItem } from '../errors/failEveryItem';
import { credentialName } from '../service/connectService';
import { downloadFields } from './fields/download';
import { optionFields } from './fields/options';
import { taskFields } from './fields/task';
import { waitModeFields } from './fields/waitMode';
import { waitSuspended } from './suspend/waitSuspended';
import { wakeOnCallback } from './suspend/wakeOnCallback';
import { waitInExecution } from './waitInExecution';

export class WaitForVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wait for Video',
    name: 'waitForVideo',
    icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle:
      '={{ ($parameter.waitMode === "suspend" ? "suspend" : "wait") + ($parameter.download ? " and download" : "") }}',
    description: 'Get the finished video of a VideoGen task, waiting until there is one',
    defaults: { name: 'Wait for Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: `={{ $parameter.waitMode === 'suspend' ? [{ type: '${NodeConnectionTypes.Main}', displayName: 'Check Again' }, { type: '${NodeConnectionTypes.Main}', displayName: 'Finished' }] : ['${NodeConnectionTypes.Main}'] }}`,
    credentials: [{ name: credentialName, required: true }],
    webhooks: [
      {
        name: 'default',
        httpMethod: 'POST',
        responseMode: 'onReceived',
        path: resumePath,
        isFullPath: true,
        restartWebhook: true,
      },
    ],
    properties: [...taskFields, ...waitModeFields, ...downloadFields, ...optionFields],
  };

  webhookMethods = nothingToRegister;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    if (this.getNodeParameter('waitMode', 0, 'poll') === 'suspend')
      return await waitSuspended(this);
    return await failEveryItem(this, 'unknown', async () => [await waitInExecution(this)]);
  }

  /** A call to the resume URL of a suspended execution. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return wakeOnCallback(this);
  }
}
