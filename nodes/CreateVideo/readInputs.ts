import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Inputs, Mode } from './Inputs';
import type { Media } from './media/readMedia';

/**
 * Reads an item's form values, expressions resolved. Fields that the form hides read as empty.
 *
 * @param context - the running node
 * @param itemIndex - the item
 * @param media - the item's media fields, already read
 */
export function readInputs(
  context: IExecuteFunctions,
  itemIndex: number,
  media: Media['inputs'],
): Inputs {
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');
  const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
  const { duration, quality, aspectRatio, extraFields } = options;
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
    callback: parameter('callback') as Inputs['callback'],
    callbackUrl: readCallbackUrl(context, itemIndex),
  };
}

/** The address that resumes this execution; n8n signs it, so it is secret. */
export function resumeUrl(context: IExecuteFunctions, itemIndex: number): string {
  return String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
}

function readCallbackUrl(context: IExecuteFunctions, itemIndex: number): unknown {
  const callback = context.getNodeParameter('callback', itemIndex, 'none');
  if (callback === 'resumeExecution') return resumeUrl(context, itemIndex);
  return callback === 'url' ? context.getNodeParameter('callbackUrl', itemIndex, '') : undefined;
}
