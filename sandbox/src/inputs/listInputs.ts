import { type AnyRequest } from '../contract/request.ts';
import { type InputKind } from './input.ts';

// A mode without such inputs takes a field of that name like every other, whatever it holds.
const addresses = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The addresses of the media that a request names. */
export const listInputs = (request: AnyRequest): Record<InputKind, string[]> => ({
  image: addresses(request.image_urls),
  video: addresses(request.video_urls),
  audio: addresses(request.audio_urls),
});
