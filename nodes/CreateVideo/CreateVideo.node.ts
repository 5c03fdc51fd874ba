import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { downloadField } from '../results/waitOptions';
import { showFor, toolDescription } from '../parameters/formFields';
import { answerResumeCall, resumeWebhooks, sleepTooltip } from '../sleep/resumeWebhook';
import { testVideoGenerationApi } from '../service/testCredential';
import { formParts } from './fields/buildRequest';
import { optionsField } from './fields/options';
import { run } from './run';

const operationField: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Create and Wait',
      value: 'createAndWait',
      description: 'Go on when the video is finished; the execution sleeps meanwhile',
      action: 'Create video and wait until it is ready',
    },
    {
      name: 'Create',
      value: 'create',
      description: 'Start the video and go on at once, with the ID of its task',
      action: 'Create video without waiting',
    },
  ],
  default: 'createAndWait',
};

const cost =
  'Every call costs money, so call it once per video, and only for a video that the person asked for.';

const onFailure =
  'If the answer says that nothing was charged, fix the problem it names and call again. If it says that the video was or may have been charged, do not call again: tell the person.';

const toolFields: INodeProperties[] = [
  toolDescription(
    'create',
    `Starts making one video, and answers at once with the id of its task. ${cost} The video is not ready yet: pass the id to Wait for Video next. ${onFailure}`,
  ),
  toolDescription(
    'createAndWait',
    `Makes one video, which takes minutes, and answers with its address in videoUrl when it is ready. ${cost} ${onFailure}`,
  ),
];

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
      ...formParts.flatMap(({ fields }) => fields),
      ...showFor('createAndWait', [downloadField]),
      optionsField,
    ],
  };

  methods = { credentialTest: { testVideoGenerationApi } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await run(this);
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await answerResumeCall(this);
  }
}
