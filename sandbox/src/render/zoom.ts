import { type Frame } from './frame.ts';

/** How far a still is magnified at the near end of a move. */
const nearZoom = 1.15;

/**
 * A filter that turns a still into a slow move towards it, or away from it.
 *
 * @param direction - `in` starts with the whole still, `out` ends with it
 */
export function zoom(frame: Frame, frames: number, direction: 'in' | 'out'): string {
  const last = Math.max(1, frames - 1);
  const part = direction === 'in' ? `on/${last}` : `(1-on/${last})`;
  const { widthPixels: width, heightPixels: height } = frame;
  return (
    // zoompan moves by whole pixels of its input: at twice the size it does not shake.
    `scale=${width * 2}:${height * 2},` +
    `zoompan=z='1+${(nearZoom - 1).toFixed(3)}*${part}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2'` +
    `:d=${frames}:s=${width}x${height}:fps=${frame.framesPerSecond},setsar=1`
  );
}
