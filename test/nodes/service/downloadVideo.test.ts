import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadVideo } from '../../../nodes/service/downloadVideo.ts';
import type { FilePorts } from '../../../nodes/service/filePorts.ts';

type Answer = { status?: number; headers?: Record<string, unknown>; body?: string | Readable };

/** A world with these answers by address, and what was asked and stored in it. */
function worldOf(answers: Record<string, Answer | Error>, signal?: AbortSignal) {
  const asked: { abortSignal: AbortSignal }[] = [];
  const bodies: Readable[] = [];
  const world: FilePorts = {
    signal,
    mayFetch: async ({ hostname }) => (hostname === 'inside.test' ? 'a place inside' : undefined),
    helpers: {
      async httpRequest(options) {
        asked.push(options as never);
        const answer = answers[(options as { url: string }).url] ?? new Error('ENOTFOUND');
        if (answer instanceof Error) throw answer;
        const { status: statusCode = 200, body = 'video' } = answer;
        bodies.push(typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body);
        const { headers = { 'content-type': 'video/mp4' } } = answer;
        return { statusCode, headers, body: bodies.at(-1) };
      },
      async prepareBinaryData(body, fileName, mimeType) {
        return { data: await new Response(body).text(), fileName, mimeType };
      },
    },
  };
  return { world, asked, bodies };
}

const first = 'https://a.test/1.mp4';
const to = (location: string): Answer => ({ status: 302, headers: { location } });

describe('downloadVideo', () => {
  it('stores the file under the name of its task, also behind redirects', async () => {
    const { world, asked } = worldOf({
      [first]: to('/2.webm'),
      'https://a.test/2.webm': to('https://b.test/3.webm'),
      'https://b.test/3.webm': { headers: { location: 'https://c.test/' } },
    });
    expect(await downloadVideo(world, 'task/1', first)).toEqual({
      file: { data: 'video', fileName: 'task_1.webm', mimeType: 'video/webm' },
    });
    expect(asked).toHaveLength(3);
    expect(asked[0]).toEqual({
      method: 'GET',
      url: first,
      headers: { 'Accept-Encoding': 'identity' },
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout: 60_000,
      abortSignal: expect.any(AbortSignal),
    });
    expect(asked.map(({ abortSignal }) => abortSignal.aborted)).toEqual([true, true, true]);
  });

  it('follows five redirects, and no sixth', async () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, n) => [`https://a.test/${n}`, to(`/${n + 1}`)] as const),
      );
    const five = worldOf({ ...chain(5), 'https://a.test/5': {} });
    expect(await downloadVideo(five.world, 't', 'https://a.test/0')).toHaveProperty('file');
    const six = worldOf({ ...chain(6), 'https://a.test/6': {} });
    expect(await downloadVideo(six.world, 't', 'https://a.test/0')).toEqual({
      reason: 'the link leads through more than 5 redirects',
      isTransient: false,
    });
    expect(six.asked).toHaveLength(6);
  });

  const blocked = Object.assign(new Error('no'), { name: 'SsrfBlockedIpError' });
  it.each<[string, Answer | Error, string, boolean]>([
    ['an expired link', { ...to('/2'), status: 400 }, 'HTTP 400', true],
    ['a part of a file', { status: 206 }, 'HTTP 206', false],
    ['a redirect to nowhere', { status: 302, headers: {} }, 'HTTP 302', false],
    ['a redirect to no address', to('http://'), 'something that isn’t an ad', false],
    ['a redirect inside', to('https://inside.test'), 'leads to a place inside', false],
    ['a redirect to http', to('http://a.test/2'), 'leads from https to http', false],
    ['a page', { headers: { 'content-type': 'text/html' } }, 'to text/html', false],
    ['an empty file', { body: '' }, 'the file is empty', true],
    ['a broken line', new Error('reset by https://u:p@a.test'), 'reset by', true],
    ['an address that n8n blocks', blocked, 'no', false],
  ])('says why there is no file, and whether another try may help: %s', async (...row) => {
    const [, answer, why, isTransient] = row;
    const { world, asked } = worldOf({ [first]: answer });
    const download = await downloadVideo(world, 't', first);
    expect(download).toEqual({ reason: expect.stringContaining(why), isTransient });
    expect(download.reason).not.toContain('u:p');
    expect(asked.every(({ abortSignal }) => abortSignal.aborted)).toBe(true);
  });

  it('stores bytes as they come, and holds no file in memory', async () => {
    const { world } = worldOf({});
    let store = () => {};
    const isStored = new Promise<void>((resolve) => (store = resolve));
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('first');
        await isStored;
      })(),
    );
    const headers = { 'content-type': 'video/mp4' };
    world.helpers.httpRequest = async () => ({ statusCode: 200, headers, body });
    world.helpers.prepareBinaryData = async (bytes) => {
      (bytes as Readable).on('data', store);
      return { data: await new Response(bytes).text(), mimeType: '' };
    };
    expect(await downloadVideo(world, 't', first)).toMatchObject({ file: { data: 'first' } });
  });

  it('ends with the execution', async () => {
    const stop = new AbortController();
    const { world, asked } = worldOf({ [first]: {} }, stop.signal);
    world.helpers.prepareBinaryData = async () => {
      stop.abort(new Error('stopped'));
      expect(asked.map(({ abortSignal }) => abortSignal.aborted)).toEqual([true]);
      return await new Promise(() => {});
    };
    await expect(downloadVideo(world, 't', first)).rejects.toThrow('stopped');
  });

  it('leaves no stream whose late error would end n8n', async () => {
    const { world, bodies } = worldOf({ [first]: to('/2'), 'https://a.test/2': {} });
    world.helpers.prepareBinaryData = async (body) => {
      bodies.push(body);
      throw new Error('disk full');
    };
    expect(await downloadVideo(world, 't', first)).toEqual({
      reason: 'disk full',
      isTransient: true,
    });
    for (const body of bodies) expect(body.emit('error', new Error('late'))).toBe(true);
    expect(bodies).toHaveLength(3);
  });
});

const never = () => new Promise<void>(() => {});

/** So many chunks of this size, which nobody looks into, each after a wait, and then what is to come. */
async function* chunks(count: number, length: number, waitMs?: number, end = async () => {}) {
  for (let n = 0; n < count; n += 1) {
    if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
    yield { length } as Uint8Array;
  }
  await end();
}
const megabytes100 = 100_000_000;

/** What came of a download of these bytes, and after how many seconds. */
async function read(source: AsyncIterable<Uint8Array>, storeMs = 0) {
  const { world } = worldOf({ [first]: { body: Readable.from(source) } });
  world.helpers.prepareBinaryData = async (body: AsyncIterable<Uint8Array>) => {
    let size = 0;
    for await (const bytes of body) size += bytes.length;
    await new Promise((resolve) => setTimeout(resolve, storeMs));
    return { data: '', mimeType: '', bytes: size };
  };
  const startedAtMs = Date.now();
  const reading = downloadVideo(world, 't', first).then((end) => ({
    ...('file' in end ? { size: end.file.bytes } : end),
    seconds: Math.round((Date.now() - startedAtMs) / 1_000),
  }));
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  expect(vi.getTimerCount()).toBe(0);
  return await reading;
}

describe('a file', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('may be as large as allowed, as slow, and be stored far away', async () => {
    expect(await read(chunks(10, megabytes100))).toEqual({ size: 1_000_000_000, seconds: 0 });
    expect(await read(chunks(30, 10, 59_000))).toEqual({ size: 300, seconds: 1_770 });
    expect(await read(chunks(1, 10), 30 * 60_000 - 1)).toEqual({ size: 10, seconds: 1_800 });
  });

  const tooLong = 'the file is larger than the limit of 1000 MB';
  const tooSlow = 'the file wasn’t there after half an hour';
  const stalled = 'no byte arrived for a minute';
  it.each<[string, AsyncIterable<Uint8Array>, number, string, boolean, number]>([
    ['is too long', chunks(11, megabytes100), 0, tooLong, false, 0],
    ['stalls', chunks(5, 10, 0, never), 0, stalled, true, 60],
    ['drips', chunks(10_000, 10, 1_000, never), 0, tooSlow, false, 1_801],
    ['is stored too slowly', chunks(1, 10), 31 * 60_000, stalled, true, 1_800],
  ])('is given up where it %s', async (_, source, storeMs, reason, isTransient, seconds) => {
    expect(await read(source, storeMs)).toEqual({ reason, isTransient, seconds });
  });
});
