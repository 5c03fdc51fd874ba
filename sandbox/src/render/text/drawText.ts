import { createCanvas } from '@napi-rs/canvas';
import { bounds } from '../../bounds.ts';
import { fontFor } from './fonts.ts';
import { wrap } from './wrap.ts';

export interface TextBlock {
  png: Buffer;
  widthPixels: number;
  heightPixels: number;
}

interface TextStyle {
  maxWidthPixels: number;
  maxLines: number;
  sizePixels: number;
  /** Colour of a panel behind the text. */
  panel?: string;
}

const measuring = createCanvas(1, 1).getContext('2d');

/** Lines of a text in a size, the last one cut with an ellipsis if there are too many. */
export function layOut(
  text: string,
  { maxWidthPixels, maxLines, sizePixels }: TextStyle,
): string[] {
  measuring.font = fontFor(text, sizePixels);
  const lines = wrap(
    text.slice(0, bounds.drawnLetters),
    maxWidthPixels,
    (part) => measuring.measureText(part).width,
  );
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]?.slice(0, -1)}…`];
}

/** Draws wrapped text, white with a soft shadow, as a PNG that is transparent elsewhere. */
export async function drawText(text: string, style: TextStyle): Promise<TextBlock> {
  const lines = layOut(text, style);
  const lineHeight = style.sizePixels * 1.4;
  const padding = style.sizePixels * 0.7;
  const widest = Math.max(...lines.map((line) => measuring.measureText(line).width));
  const widthPixels = Math.ceil(widest + 2 * padding);
  const heightPixels = Math.ceil(lines.length * lineHeight + 2 * padding);
  const canvas = createCanvas(widthPixels, heightPixels);
  const context = canvas.getContext('2d');
  if (style.panel) {
    context.fillStyle = style.panel;
    context.roundRect(0, 0, widthPixels, heightPixels, style.sizePixels / 2);
    context.fill();
  }
  context.font = fontFor(text, style.sizePixels);
  context.fillStyle = '#fff';
  context.shadowColor = 'rgba(0, 0, 0, 0.6)';
  context.shadowBlur = style.sizePixels / 5;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  lines.forEach((line, index) =>
    context.fillText(line, widthPixels / 2, padding + (index + 0.5) * lineHeight),
  );
  return { png: await canvas.encode('png'), widthPixels, heightPixels };
}
