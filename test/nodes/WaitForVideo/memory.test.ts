import nock from 'nock';
import { afterEach, describe, expect, it } from 'vitest';
import { runNode } from '../../engine/runNode.ts';

afterEach(() => nock.cleanAll());

/** The hints that the editor shows after a download of this size, files kept in n8n's memory. */
async function hintsFor(megabytes: number) {
  const results = ['https://files.test/a.mp4'];
  nock('http://service.test').get('/v1/tasks/a').reply(200, { status: 'completed', results });
  nock('https://files.test')
    .get('/a.mp4')
    .reply(200, Buffer.alloc(megabytes * 1e6, 7), { 'content-type': 'video/mp4' });
  const { run, outputs } = await runNode({
    type: 'waitForVideo',
    parameters: { taskId: 'a', options: { timeLimitMinutes: 1 } },
  });
  expect(outputs[0]?.[0]?.binary?.data?.mimeType).toBe('video/mp4');
  const hints = run.data.resultData.runData['Under Test']?.[0]?.hints ?? [];
  return hints.map(({ message }) => message);
}

describe('WaitForVideo, download, in memory mode', () => {
  it('warns of a large file, and tells how to keep it on disk', async () => {
    expect(await hintsFor(25)).toEqual([
      'n8n holds 25 MB of video in its memory, each file several times over. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem on n8n to keep files on disk instead.',
    ]);
  });

  it('says nothing of a small one', async () => {
    expect(await hintsFor(1)).toEqual([]);
  });
});
