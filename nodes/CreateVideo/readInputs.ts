import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Inputs, Mode } from './Inputs';
import type { Media } from './media/readMedia';

/**
 * Reads an item's form values, expressions resolved. Fields that the form hides read as empty.
 *
 * @param context - the running node
 * @param itemIndex - the item
 * @param media - the item's media fields, already read
 * @param resumeUrl - the address that resumes this execution
 */
export function readInputs(
  context: IExecuteFunctions,
  itemIndex: number,
  media: Media['inputs'],
  resumeUrl: string,
): Inputs {
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');
  const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
  const { duration, quality, aspectRatio, extraFields } = options;
  const callback = context.getNodeParameter('callback', itemIndex, 'none') as Inputs['callback'];
  const resumeUrls = { none: undefined, resumeExecution: resumeUrl };
  return {
    mode: parameter('mode') as Mode,
    model: parameter('model') as Inputs['model'],
    modelId: String(parameter('modelId')),
    prompt: parameter('prompt'),
    ...media,
    duration,
    quality,
    aspectRatio,
    extraFields,
    callback,
    callbackUrl: callback === 'url' ? parameter('callbackUrl') : resumeUrls[callback],
  };
}
