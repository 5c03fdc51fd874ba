import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Inputs, Mode } from './Inputs';

/** Reads an item's form values, expressions resolved. Fields of other modes read as empty. */
export function readInputs(context: IExecuteFunctions, itemIndex: number): Inputs {
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');
  const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
  const callback = parameter('callback');
  const { duration, quality, aspectRatio, extraFields } = options;
  return {
    mode: parameter('mode') as Mode,
    model: parameter('model') as Inputs['model'],
    modelId: String(parameter('modelId')),
    prompt: parameter('prompt'),
    firstFrame: parameter('firstFrame'),
    lastFrame: parameter('lastFrame'),
    imageUrls: parameter('imageUrls'),
    videoUrls: parameter('videoUrls'),
    audioUrls: parameter('audioUrls'),
    duration,
    quality,
    aspectRatio,
    extraFields,
    callbackUrl:
      callback === 'resumeExecution'
        ? context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex)
        : callback === 'url'
          ? parameter('callbackUrl')
          : undefined,
  };
}
