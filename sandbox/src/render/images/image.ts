import { readFile } from 'node:fs/promises';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type InputFile } from '../../inputs/input.ts';
import { RenderError } from '../renderer.ts';

// A few kilobytes can unpack to gigabytes; no camera needs more than this.
const largestPixels = 100_000_000;

/**
 * Reads an image in any format that browsers show.
 *
 * @throws RenderError when it is no image or too large
 */
export async function openImage({ label, path }: InputFile): Promise<Image> {
  const image = await loadImage(await readFile(path)).catch(() => {
    throw new RenderError(`${label} is not an image that can be read`);
  });
  if (image.width * image.height > largestPixels)
    throw new RenderError(
      `${label} has ${image.width} x ${image.height} pixels, which is too many`,
    );
  return image;
}

/** Scales an image to cover a frame, cuts what stands out, and returns it as a PNG. */
export function coverFrame(image: Image, width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const scale = Math.max(width / image.width, height / image.height);
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale];
  canvas
    .getContext('2d')
    .drawImage(
      image,
      (width - drawnWidth) / 2,
      (height - drawnHeight) / 2,
      drawnWidth,
      drawnHeight,
    );
  return canvas.encode('png');
}
