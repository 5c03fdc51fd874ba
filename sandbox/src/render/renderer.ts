import { type AnyRequest } from '../contract/request.ts';
import { type InputFiles } from '../inputs/input.ts';

/** One video to be made. */
export interface RenderOrder {
  request: AnyRequest;
  inputs: InputFiles;
  /** An empty folder for intermediate files; the caller removes it. */
  workFolder: string;
  outputPath: string;
  /** Called with a percentage from 0 to 100. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Makes the videos of the sandbox. */
export interface Renderer {
  name: string;
  /** Whether the input media are to be fetched before rendering. */
  needsInputs: boolean;
  /** How many renderings may run at once. */
  concurrency: number;
  /** @throws RenderError when the inputs cannot become a video */
  render(order: RenderOrder): Promise<void>;
}

/** Says why a video could not be made, in words for the one who asked for it. */
export class RenderError extends Error {}
