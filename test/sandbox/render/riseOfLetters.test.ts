import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpeg, riseOfLetters, startMedia } from './media.ts';

let media: Awaited<ReturnType<typeof startMedia>>;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

/** A dark picture with a white block for letters and a growing bar, as the sandbox draws them. */
function draw(name: string, { block = 'white', y = '60', background = 'darkgreen' }): string {
  const path = media.path(name);
  const filter = [
    `color=${background}:s=256x144:r=24:d=2[sky]`,
    `color=${block}:s=90x14:r=24:d=2[letters]`,
    'color=white:s=256x2:r=24:d=2[bar]',
    `[sky][letters]overlay=x=80:y='${y}'[titled]`,
    "[titled][bar]overlay=x='-W+W*t/2':y=H-h,format=yuv420p",
  ];
  ffmpeg('-filter_complex', filter.join(';'), '-t', '2', path);
  return path;
}

describe('riseOfLetters', () => {
  it('is zero for still letters, although the bar grows', () => {
    expect(riseOfLetters(draw('still.mp4', {}), [0, 24, 47])).toStrictEqual([
      expect.closeTo(0, 2),
      expect.closeTo(0, 2),
    ]);
  });

  it('is what the letters rise', () => {
    const path = draw('rising.mp4', { y: '90-t*36' });
    for (const rise of riseOfLetters(path, [0, 16, 32])) expect(rise).toBeCloseTo(24 / 144, 2);
  });

  it('is no number without letters', () => {
    const path = draw('empty.mp4', { block: 'darkgreen' });
    expect(riseOfLetters(path, [0, 47])).toStrictEqual([NaN]);
  });
});
