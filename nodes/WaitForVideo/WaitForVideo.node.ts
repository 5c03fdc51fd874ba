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
import { downloadFields } from '../delivery/fields/download';
import { optionFields } from '../delivery/fields/options';
import { timeLimitField } from '../delivery/fields/timeLimit';
import { waitingFields } from '../delivery/fields/waiting';
import { readSettings } from '../delivery/readParameters';
import { waitForVideos } from '../delivery/waitForVideos';
import { failEveryItem } from '../errors/failEveryItem';
import { credentialName } from '../service/connectService';
import { answerDoorbell, doorbell } from '../sleeping/doorbell';
import { taskFields } from './fields/task';
import { toolFields } from './fields/tool';
import { readItems, stopOnBadItems } from './readItems';

export class WaitForVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wait for Video',
    name: 'waitForVideo',
    icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ "wait" + ($parameter.download ? " and download" : "") }}',
    description: 'Wait until a VideoGen video is ready, and get its address or its file',
    defaults: { name: 'Wait for Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [doorbell],
    properties: [
      ...toolFields,
      ...taskFields,
      timeLimitField,
      ...downloadFields,
      ...optionFields,
      ...waitingFields,
    ],
  };

  webhookMethods = nothingToRegister;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await failEveryItem(this, 'unknown', async () => {
      const items = await readItems(this);
      const wishes = readSettings(this, items);
      stopOnBadItems(this, items);
      return [await waitForVideos(this, items, wishes)];
    });
  }

  /** A call to the resume URL of a sleeping execution. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return answerDoorbell(this);
  }
}
