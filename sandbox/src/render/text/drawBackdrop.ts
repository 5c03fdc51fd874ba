import { createHash } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';

/** Draws a coloured backdrop as a PNG. The same text always gets the same colours. */
export async function drawBackdrop(
  text: string,
  widthPixels: number,
  heightPixels: number,
): Promise<Buffer> {
  const bytes = createHash('sha256').update(text).digest();
  const hue = (index: number) => ((bytes[index] ?? 0) * 360) / 256;
  const canvas = createCanvas(widthPixels, heightPixels);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, widthPixels, heightPixels);
  sky.addColorStop(0, `hsl(${hue(0)}, 55%, 28%)`);
  sky.addColorStop(1, `hsl(${hue(0) + 70}, 60%, 16%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, widthPixels, heightPixels);
  for (let index = 1; index <= 5; index += 1) {
    const x = ((bytes[index * 3] ?? 0) / 256) * widthPixels;
    const y = ((bytes[index * 3 + 1] ?? 0) / 256) * heightPixels;
    const radius = (0.15 + (bytes[index * 3 + 2] ?? 0) / 1024) * widthPixels;
    const glow = context.createRadialGradient(x, y, 0, x, y, radius);
    glow.addColorStop(0, `hsla(${hue(0) + index * 25}, 80%, 60%, 0.55)`);
    glow.addColorStop(1, `hsla(${hue(0) + index * 25}, 80%, 60%, 0)`);
    context.fillStyle = glow;
    context.fillRect(0, 0, widthPixels, heightPixels);
  }
  return canvas.encode('png');
}
