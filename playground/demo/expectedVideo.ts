import type { WorkflowNode } from '../rest/workflows.ts';
import type { ExpectedVideo } from './checkVideo.ts';

interface Shape {
  duration?: number;
  aspectRatio?: string;
  quality?: string;
}

/**
 * What the file should be, by what a Create Video node asks for.
 *
 * Reads `720p` as 720 pixels on the shorter side and `16:9` as width to height; this is how the
 * sandbox takes them, as the service does not say.
 */
export function expectedVideo(createVideo: WorkflowNode): ExpectedVideo {
  const { duration, aspectRatio, quality = '' } = createVideo.parameters as Shape;
  const shorter = Number(/^(\d+)p$/.exec(quality)?.[1]);
  const [across, down] = (aspectRatio ?? '').split(':').map(Number);
  if (!shorter || !across || !down) return { duration };
  const longer = even((shorter * Math.max(across, down)) / Math.min(across, down));
  const [width, height] = across >= down ? [longer, shorter] : [shorter, longer];
  return { duration, width, height };
}

// Video encoders take even sides only.
const even = (pixels: number) => 2 * Math.round(pixels / 2);
