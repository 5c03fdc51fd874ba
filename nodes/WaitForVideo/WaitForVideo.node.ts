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
import {
  filledByModel,
  optionsCollection,
  showFor,
  toolDescription,
} from '../parameters/formFields';
import { outputOptions } from '../results/outputOptions';
import { downloadField, waitOptions } from '../results/waitOptions';
import { credentialName } from '../service/credential';
import { answerResumeCall, resumeWebhooks, sleepTooltip } from '../sleep/resumeWebhook';
import { run } from './run';

const operationField: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Get Status',
      value: 'getStatus',
      description: 'Look once, and give the status that the task has now',
      action: 'Get status of video',
    },
    {
      name: 'Wait',
      value: 'wait',
      description: 'Go on when the video is finished; the execution sleeps meanwhile',
      action: 'Wait until video is ready',
    },
  ],
  default: 'wait',
};

const optionsField = optionsCollection([...outputOptions, ...showFor('wait', waitOptions)]);

const taskId: INodeProperties = {
  displayName: 'Task ID',
  name: 'taskId',
  type: 'string',
  typeOptions: { rows: 2 },
  required: true,
  default: '={{ $json.id }}',
  description:
    'Which video it is about: the ID exactly as Create Video returned it, or a list of IDs, in lines or separated by commas. Pass a long number as text, or its last digits get lost.',
};

const taskFields = filledByModel(taskId, 'The ID that Create Video returned');

const toolFields: INodeProperties[] = [
  toolDescription(
    'wait',
    'Waits until the video of a task is ready, and answers with its address in videoUrl. It costs nothing. Call it with the id that Create Video returned. If time runs out, the task goes on: call it again with the same id. Never create the video again for that.',
  ),
  toolDescription(
    'getStatus',
    'Looks up how far the video of a task is, and answers at once with its status, with finished, and with its address in videoUrl once it is ready. It costs nothing. Call it with the id that Create Video returned. Never create the video again because it is not finished.',
  ),
];

export class WaitForVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wait for Video',
    name: 'waitForVideo',
    icon: { light: 'file:../icons/wait.svg', dark: 'file:../icons/wait.dark.svg' },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle:
      '={{ $parameter.operation === "getStatus" ? "get status" : "wait" + ($parameter.download ? " and download" : "") }}',
    description: 'Wait until a video is ready and get it, or see its status now',
    defaults: { name: 'Wait for Video' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Waits for a video task by its id, or looks at its status. Not needed behind Create Video with the operation createAndWait.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-video-generation.createVideo',
          relationHint: 'Makes the task to wait for',
        },
      ],
    },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: resumeWebhooks,
    waitingNodeTooltip: sleepTooltip,
    properties: [
      ...toolFields,
      operationField,
      ...taskFields,
      ...showFor('wait', [downloadField]),
      optionsField,
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await run(this);
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await answerResumeCall(this);
  }
}
