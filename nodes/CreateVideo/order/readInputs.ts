import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../../links/resumeUrl';
import { unsent, type Inputs, type Picked } from './Inputs';
import type { Media } from './readMedia';

/**
 * Reads an item's form values, expressions resolved. Fields that the form hides read as empty.
 *
 * @param context - the running node
 * @param itemIndex - the item
 * @param options - the item's options
 * @param media - the item's media fields, already read, and what the service can fetch
 * @throws when an expression of the item fails
 */
export function readInputs(
  context: IExecuteFunctions,
  itemIndex: number,
  options: IDataObject,
  media: Media['inputs'] & Pick<Inputs, 'serviceIsInside'>,
): Inputs {
  const parameter = (name: string, missing = '') =>
    context.getNodeParameter(name, itemIndex, missing) as unknown;
  const picked = (name: string, other: string): Picked => ({
    picked: parameter(name, unsent),
    typed: parameter(other),
  });
  // Whoever gives an address wants it called, also without saying so a second time.
  const callback = options.callback ?? (isGiven(options.callbackUrl) ? 'url' : 'none');
  return {
    mode: parameter('mode'),
    model: parameter('model'),
    modelId: parameter('modelId'),
    prompt: parameter('prompt'),
    ...media,
    duration: picked('duration', 'otherDuration'),
    quality: options.quality,
    aspectRatio: picked('aspectRatio', 'otherAspectRatio'),
    extraFields: options.extraFields,
    callback,
    callbackUrl: options.callbackUrl,
    // An expression takes n8n some milliseconds, so only where it counts.
    resumeUrl: callback === 'none' ? '' : readResumeUrl(context),
  };
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
