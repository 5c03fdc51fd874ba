import { modelFamily, modes } from 'video-generation-openapi/constants';
import { CommandLineError } from './addresses.ts';

/** What follows the family in the identifiers; the longest first. */
const endings = Object.values(modes).flatMap(({ suffixes }) => [suffixes.fast, suffixes.standard]);

export const familyOption = {
  type: 'string',
  default: modelFamily,
  help: 'What the model identifiers of your service begin with; a whole one will do',
} as const;

/**
 * Reads what the model identifiers of a service begin with.
 *
 * @param text - that, or a whole identifier of any mode
 * @throws CommandLineError
 */
export function readModelFamily(text: string): string {
  const ending = endings.find((end) => text.endsWith(end)) ?? '';
  const family = text.slice(0, text.length - ending.length);
  if (/^\w[\w.:/-]*$/.test(family)) return family;
  throw new CommandLineError(
    `Expected --model-family to be what stands before ${endings[1]} in a model identifier, got "${text}".`,
  );
}

/** A text in which every identifier of the document begins with another family. */
export function withModelFamily(text: string, family: string): string {
  return endings.reduce(
    (changed, end) => changed.replaceAll(modelFamily + end, () => family + end),
    text,
  );
}
