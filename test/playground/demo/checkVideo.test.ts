import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkVideo } from '../../../playground/demo/checkVideo.ts';
import { sampleMp4 } from '../../../sandbox/src/render/sampleMp4.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

async function save(content: Buffer): Promise<string> {
  const file = join(await temporaryFolder(), 'video.mp4');
  await writeFile(file, content);
  return file;
}

describe('checkVideo', () => {
  it('tells what a video is', async () => {
    const facts = await checkVideo(await save(sampleMp4), { duration: 1, width: 32, height: 18 });
    expect(facts).toEqual({ duration: 1, width: 32, height: 18, frames: 2, codec: 'h264' });
  });

  it('leaves open what was not asked for', async () => {
    expect(await checkVideo(await save(sampleMp4), {})).toMatchObject({ width: 32 });
  });

  it.each([{ duration: 5 }, { width: 1280, height: 18 }, { height: 720 }])(
    'refuses a video that is not %j',
    async (expected) => {
      await expect(checkVideo(await save(sampleMp4), expected)).rejects.toThrow(
        /^Expected .* to be .*, got 1 s at 32x18\.$/,
      );
    },
  );

  it('refuses a file that is cut off', async () => {
    const file = await save(sampleMp4.subarray(0, sampleMp4.length - 120));
    await expect(checkVideo(file, {})).rejects.toThrow(
      /does not play without errors|not a playable/,
    );
  });

  it('refuses a page that was saved as a video', async () => {
    const file = await save(Buffer.from('<html>Not found</html>'));
    await expect(checkVideo(file, {})).rejects.toThrow(`${file} is not a playable video`);
  });
});
