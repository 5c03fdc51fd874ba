import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { nothingToRegister } from '../n8n/nothingToRegister';
import { downloadField } from '../results/fields';
import { showFor } from '../parameters/formFields';
import { credentialName } from '../service/credential';
import { resumeWebhook, sleepTooltip } from '../callback/description';
import { operationField, optionsField, taskFields, toolFields } from './fields';
import type * as runModule from './run';

/**
 * What a run needs, loaded when the first one comes: n8n loads every node when it starts. Not by
 * `import()`, whose modules stay when n8n replaces the package.
 */
const running = () => require('./run') as typeof runModule;

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
    description: 'Wait until a VideoGen video is ready and get it, or see its status now',
    defaults: { name: 'Wait for Video' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Waits for a video task by its id, or looks at its status. Not needed behind Create Video with the operation createAndWait.',
      relatedNodes: [
        { nodeType: 'n8n-nodes-videogen.createVideo', relationHint: 'Makes the task to wait for' },
      ],
    },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [resumeWebhook],
    waitingNodeTooltip: sleepTooltip,
    properties: [
      ...toolFields,
      operationField,
      ...taskFields,
      ...showFor('wait', [downloadField]),
      optionsField,
    ],
  };

  webhookMethods = nothingToRegister;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await running().run(this);
  }

  /** A call to the resume URL of a sleeping execution. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await running().answerCall(this);
  }
}
