import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { downloadField } from '../results/waitOptions';
import { showFor } from '../parameters/formFields';
import { answerResumeCall, resumeWebhooks, sleepTooltip } from '../sleep/resumeWebhook';
import { testVideoGenerationApi } from '../service/testCredential';
import { imageToVideoFields, referenceToVideoFields } from './fields/media';
import { modeFields, operationField, promptFields, toolFields } from './fields/operation';
import { optionsField } from './fields/options';
import { formatFields } from './fields/format';
import { run } from './run';

export class CreateVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Create Video',
    name: 'createVideo',
    icon: {
      light: 'file:../icons/video-generation.svg',
      dark: 'file:../icons/video-generation.dark.svg',
    },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle:
      '={{ ({ textToVideo: "text to video", imageToVideo: "image to video", referenceToVideo: "reference to video" }[$parameter.mode] ?? "video") + ($parameter.operation === "createAndWait" ? " and wait" : ": " + ($parameter.model === "other" ? $parameter.modelId : $parameter.model)) }}',
    description: 'Make a video from text, pictures or references with your video service',
    defaults: { name: 'Create Video' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Makes a video from text, images or references. One node is enough: the operation createAndWait comes out with videoUrl when the video is finished. Every run costs money, so never put it into a retry loop.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-video-generation.waitForVideo',
          relationHint: 'Only behind the operation create: waits for the task by its id',
        },
        {
          nodeType: 'n8n-nodes-video-generation.videoFinishedTrigger',
          relationHint: 'Starts another workflow when the video is ready, by options.callbackUrl',
        },
      ],
    },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [
      { name: 'videoGenerationApi', required: true, testedBy: 'testVideoGenerationApi' },
    ],
    webhooks: resumeWebhooks,
    waitingNodeTooltip: sleepTooltip,
    properties: [
      ...toolFields,
      operationField,
      ...modeFields,
      ...promptFields,
      ...imageToVideoFields,
      ...referenceToVideoFields,
      ...formatFields,
      ...showFor('createAndWait', [downloadField]),
      optionsField,
    ],
  };

  methods = { credentialTest: { testVideoGenerationApi } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await run(this);
  }

  /** A call to the resume URL of a sleeping execution. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await answerResumeCall(this);
  }
}
