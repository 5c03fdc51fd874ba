import { describe, expect, it } from 'vitest';
import { expectedVideo } from '../../../playground/demo/expectedVideo.ts';

describe('expectedVideo', () => {
  it.each([
    [
      { duration: 5, quality: '720p', aspectRatio: '16:9' },
      { duration: 5, width: 1280, height: 720 },
    ],
    [
      { quality: '720p', aspectRatio: '9:16' },
      { width: 720, height: 1280 },
    ],
    [
      { quality: '480p', aspectRatio: '1:1' },
      { width: 480, height: 480 },
    ],
    [
      { quality: '480p', aspectRatio: '16:9' },
      { width: 854, height: 480 },
    ],
    [{ duration: 6, quality: '720p', aspectRatio: 'adaptive' }, { duration: 6 }],
    [{ aspectRatio: '16:9' }, {}],
    [{}, {}],
  ])('reads %j as %j', (parameters, expected) => {
    const node = {
      id: '1',
      name: 'Create Video',
      type: 'createVideo',
      typeVersion: 1,
      position: [0, 0] as [number, number],
      parameters,
    };
    expect(expectedVideo(node)).toEqual(expected);
  });
});
