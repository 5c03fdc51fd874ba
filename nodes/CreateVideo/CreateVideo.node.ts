import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { toErrorItem, toNodeError } from '../errors/raise';
import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { testVideoGenApi } from '../service/testCredential';
import { keepApart } from '../tasks/keepApart';
import { taskJson } from '../tasks/taskJson';
import { createVideos, type Result } from './createVideos';
import { callbackFields } from './fields/callback';
import { imageToVideoFields } from './fields/imageToVideo';
import { modeFields } from './fields/mode';
import { optionFields } from './fields/options';
import { promptFields } from './fields/prompt';
import { referenceToVideoFields } from './fields/referenceToVideo';
import { sendingFields } from './fields/sending';
import { shapeFields } from './fields/shape';
import { toolFields } from './fields/tool';
import { planItems } from './planItems';
import { previewItem } from './previewItem';
import { summarizeStop } from './summarizeStop';
import { warnAboutCallback } from './warnAboutCallback';

export class CreateVideo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Create Video',
    name: 'createVideo',
    icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
    group: ['transform'],
    version: [1],
    defaultVersion: 1,
    subtitle:
      '={{ { textToVideo: "text to video", imageToVideo: "image to video", referenceToVideo: "reference to video" }[$parameter.mode] + ": " + ($parameter.model === "other" ? $parameter.modelId : $parameter.model) }}',
    description: 'Make a video from text, pictures or references with the VideoGen service',
    defaults: { name: 'Create Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'videoGenApi', required: true, testedBy: 'testVideoGenApi' }],
    properties: [
      ...toolFields,
      ...modeFields,
      ...promptFields,
      ...imageToVideoFields,
      ...referenceToVideoFields,
      ...shapeFields,
      ...callbackFields,
      ...optionFields,
      ...sendingFields,
    ],
  };

  methods = { credentialTest: { testVideoGenApi } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await failEveryItem(this, 'no', async () => {
      const goesOn = this.continueOnFail();
      const { plans, run } = await planItems(this);
      warnAboutCallback(this, plans);
      const results = await createVideos(this, plans, run, !goesOn);
      const stop = summarizeStop(
        results,
        plans.map(({ label }) => label),
      );
      if (!goesOn && stop) throw toNodeError(this.getNode(), stop.failure, stop.itemIndex);
      return [results.flatMap((result, index) => toItem(result, index, plans[index]?.label))];
    });
  }
}

function toItem(
  result: Result,
  itemIndex: number,
  label: string | undefined,
): INodeExecutionData[] {
  const own = label === undefined ? {} : { label };
  switch (result.kind) {
    case 'accepted': {
      const task = taskJson(String(result.task[taskField.id]), result.task as Task);
      return [{ json: keepApart(task, { paid: 'yes', ...own }), pairedItem: { item: itemIndex } }];
    }
    case 'preview':
      return [previewItem(result.fingerprint, itemIndex)];
    case 'notTried':
      return [];
    default:
      return [toErrorItem({ ...result.failure, ...own }, itemIndex)];
  }
}
