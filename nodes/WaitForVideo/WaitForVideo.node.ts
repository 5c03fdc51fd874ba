import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { credentialName } from '../service/connectService';
import { downloadFields } from './fields/download';
import { optionFields } from './fields/options';
import { taskFields } from './fields/task';
import { waitInExecution } from './waitInExecution';

export class WaitForVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wait for Video',
    name: 'waitForVideo',
    icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ "task " + $parameter["taskId"] }}',
    description: 'Get the finished video of a VideoGen task, waiting until there is one',
    defaults: { name: 'Wait for Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    properties: [...taskFields, ...downloadFields, ...optionFields],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [await waitInExecution(this)];
  }
}
