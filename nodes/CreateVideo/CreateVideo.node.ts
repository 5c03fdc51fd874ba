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
import { failEveryItem } from '../errors/failEveryItem';
import { readOperation } from '../parameters/readOperation';
import { testVideoGenApi } from '../service/testCredential';
import { answerDoorbell, doorbell } from '../sleeping/doorbell';
import { sleepTooltip } from '../sleeping/tellSleep';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { callbackFields } from './fields/callback';
import { imageToVideoFields } from './fields/imageToVideo';
import { modeFields } from './fields/mode';
import { operationField, operations } from './fields/operation';
import { optionFields } from './fields/options';
import { promptFields } from './fields/prompt';
import { referenceToVideoFields } from './fields/referenceToVideo';
import { sendingFields } from './fields/sending';
import { shapeFields } from './fields/shape';
import { toolFields } from './fields/tool';
import { waitFields, waitingFields } from './fields/wait';

export class CreateVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Create Video',
    name: 'createVideo',
    icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle:
      '={{ { textToVideo: "text to video", imageToVideo: "image to video", referenceToVideo: "reference to video" }[$parameter.mode] + ": " + ($parameter.model === "other" ? $parameter.modelId : $parameter.model) + ($parameter.operation === "createAndWait" ? ", and wait" : "") }}',
    description: 'Make a video from text, pictures or references with the VideoGen service',
    defaults: { name: 'Create Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'videoGenApi', required: true, testedBy: 'testVideoGenApi' }],
    webhooks: [doorbell],
    waitingNodeTooltip: sleepTooltip,
    properties: [
      ...toolFields,
      operationField,
      ...modeFields,
      ...promptFields,
      ...imageToVideoFields,
      ...referenceToVideoFields,
      ...shapeFields,
      ...waitFields,
      ...callbackFields,
      ...optionFields,
      ...sendingFields,
      ...waitingFields,
    ],
  };

  methods = { credentialTest: { testVideoGenApi } };

  webhookMethods = nothingToRegister;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    // Whatever throws has cost nothing, or says itself what it cost.
    return await failEveryItem(this, 'no', async () => {
      const operation = readOperation(this, operations);
      return [await (operation === 'create' ? create : createAndWait)(this)];
    });
  }

  /** A call to the resume URL of a sleeping execution. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return answerDoorbell(this);
  }
}
