import { modes } from 'video-generation-openapi/constants';
import {
  type GenerationRequest,
  type ReferenceToVideoRequest,
} from 'video-generation-openapi/types';

/**
 * A create request of any mode that satisfies the document. Reference-to-video has every field
 * that the other modes have.
 */
export type AnyRequest = Omit<ReferenceToVideoRequest, 'model'> & {
  model: GenerationRequest['model'];
};

export type Mode = keyof typeof modes;

/** The mode that a model id of any family selects (contract 2.3). */
export function modeOf(model: string): Mode {
  const mode = (Object.keys(modes) as Mode[]).find((name) =>
    model.endsWith(modes[name].suffixes.standard),
  );
  if (!mode) throw new Error(`The bundle lists no mode for the model ${model}`);
  return mode;
}
