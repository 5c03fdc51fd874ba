import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { toErrorItem, toNodeError } from '../errors/raise';
import { connectService } from '../service/connectService';
import { testVideoGenApi } from '../service/testCredential';
import { createVideos } from './createVideos';
import { callbackFields } from './fields/callback';
import { imageToVideoFields } from './fields/imageToVideo';
import { modeFields } from './fields/mode';
import { optionFields } from './fields/options';
import { promptFields } from './fields/prompt';
import { referenceToVideoFields } from './fields/referenceToVideo';
import { planItems } from './planItems';
import { previewItems } from './previewItems';
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
    description: 'Ask the VideoGen service for a video from text, images or references',
    defaults: { name: 'Create Video' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'videoGenApi', required: true, testedBy: 'testVideoGenApi' }],
    properties: [
      ...modeFields,
      ...promptFields,
      ...imageToVideoFields,
      ...referenceToVideoFields,
      ...callbackFields,
      ...optionFields,
    ],
  };

  methods = { credentialTest: { testVideoGenApi } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const goesOn = this.continueOnFail();
    const service = await connectService(this);
    const plans = planItems(this, service.baseUrl);
    const firstBad = plans.findIndex((plan) => 'failure' in plan);
    const bad = plans[firstBad];
    if (!goesOn && bad && 'failure' in bad)
      throw toNodeError(this.getNode(), bad.failure, firstBad);
    if (this.getNodeParameter('options.preview', 0, false)) return [previewItems(plans)];

    warnAboutCallback(this, plans, service.baseUrl);
    const results = await createVideos(this, service, plans, !goesOn);
    const stop = summarizeStop(results);
    if (!goesOn && stop) throw toNodeError(this.getNode(), stop.failure, stop.itemIndex);

    const items = results.flatMap((result, itemIndex): INodeExecutionData[] => {
      if (result.kind === 'notTried') return [];
      if (result.kind !== 'accepted') return [toErrorItem(result.failure, itemIndex)];
      return [{ json: result.task as INodeExecutionData['json'], pairedItem: { item: itemIndex } }];
    });
    return [items];
  }
}
