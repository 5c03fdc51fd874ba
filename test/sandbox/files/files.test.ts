import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, startTestSandbox, useTestSandbox, waitFor } from '../startTestSandbox.ts';

const shared = useTestSandbox();

async function finished(sandbox = shared()) {
  const { results } = await sandbox.finish(await sandbox.create());
  return { sandbox, url: results?.[0] ?? '' };
}

describe('GET /files', () => {
  it('serves the video with its type, whole or in ranges, without a key', async () => {
    const { url } = await finished();
    const whole = await fetch(url);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toStrictEqual(bytes.subarray(100, 200));
    const beyond = await fetch(url, { headers: { range: 'bytes=999999-' } });
    expect(beyond.status).toBe(416);
  });

  it.each(['/files/task_0.mp4', '/files/..%2Fsandbox.sqlite'])('has no %s', async (path) => {
    expect((await fetch(shared().url + path)).status).toBeGreaterThanOrEqual(400);
  });

  it('keeps it in a data folder that is named from the working directory', async () => {
    const dataFolder = await makeFolder();
    const here = relative(process.cwd(), dataFolder);
    const { url } = await finished(await startTestSandbox({ dataFolder: here }));
    expect((await fetch(url)).status).toBe(200);
    expect(await readdir(join(dataFolder, 'files'))).toHaveLength(1);
  });

  it('removes an expired video from disk and keeps its task', async () => {
    const dataFolder = await makeFolder();
    // At this speed the sweep, once a minute, comes every 60 ms, and a day lasts 86 s.
    const options = { dataFolder, speed: 1000, expirySeconds: 60 };
    const { sandbox, url } = await finished(await startTestSandbox(options));
    await waitFor(async () => (await readdir(join(dataFolder, 'files'))).length === 0);
    expect((await fetch(url)).status).toBe(410);
    expect((await sandbox.readTask(/task_\w+/.exec(url)![0])).status).toBe('completed');
  });
});
