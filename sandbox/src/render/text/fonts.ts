import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

const folder = fileURLToPath(new URL('../../../dist/fonts/', import.meta.url));

let families: string[] | undefined;

function registerAll(): string[] {
  // The build numbers the files: best shapes first, the font that has every letter last.
  return readdirSync(folder)
    .filter((file) => file.endsWith('.woff2'))
    .sort()
    .map((file) => {
      GlobalFonts.registerFromPath(folder + file, file);
      return file;
    });
}

const unihan: [letters: RegExp, font: string][] = [
  [/[\u3040-\u30ff]/u, '-jp-'],
  [/[\u1100-\u11ff\uac00-\ud7af]/u, '-kr-'],
];

/**
 * The CSS font for a text. Han characters look different in Japanese and Korean, so the text's
 * other letters decide which of those fonts goes first.
 */
export function fontFor(text: string, sizePixels: number): string {
  families ??= registerAll();
  const hint = unihan.find(([letters]) => letters.test(text))?.[1];
  const preferred = hint ? families.filter((family) => family.includes(hint)) : [];
  const first = families.filter((family) => family.startsWith('0-'));
  const ordered = new Set([...first, ...preferred, ...families]);
  return `${sizePixels}px ${Array.from(ordered, (family) => `"${family}"`).join(', ')}, sans-serif`;
}
