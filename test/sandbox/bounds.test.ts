import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bounds } from '../../sandbox/src/bounds.ts';
import { resolveOptions } from '../../sandbox/src/options.ts';
import { type Renderer } from '../../sandbox/src/index.ts';
import { layOut } from '../../sandbox/src/render/text/drawText.ts';
import { startTestSandbox, textRequest } from './startTestSandbox.ts';
import { isThorough } from '../thorough.ts';

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>;

const status = async (answer: Promise<Response>) => (await answer).status;

/** Tries what is just within a bound, and what is just beyond it, as create requests. */
const tries =
  (within: object | string, beyond: object | string, refusal = 422) =>
  async () => {
    const sandbox = await startTestSandbox();
    const fill = (body: object | string) =>
      typeof body === 'string' ? body : { ...textRequest, ...body };
    expect(await status(sandbox.postCreate(fill(within)))).toBe(200);
    expect(await status(sandbox.postCreate(fill(beyond)))).toBe(refusal);
  };

const padded = (bytes: number) => {
  const body = JSON.stringify(textRequest);
  return body + ' '.repeat(bytes - Buffer.byteLength(body));
};

const nested = (levels: number) => {
  const lists = '['.repeat(levels - 1) + ']'.repeat(levels - 1);
  return `{${JSON.stringify(textRequest).slice(1, -1)},"more":${lists}}`;
};

const get = async (sandbox: Sandbox, path: string, headers: Record<string, string> = {}) =>
  status(fetch(sandbox.url + path, { headers: { ...sandbox.headers, ...headers } }));

const fetching: Renderer = {
  name: 'fetching',
  needsInputs: true,
  concurrency: 1,
  render: () => Promise.reject(new Error('All inputs were taken')),
};

/** Names an input of a size, and returns why its task failed. */
async function failureOf(kind: 'image' | 'video' | 'audio', bytes: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': `${kind}/x`, 'content-length': bytes });
    const part = Buffer.alloc(1024 * 1024);
    const send = (left: number): void => {
      if (left <= 0) return void response.end();
      response.write(part.subarray(0, left), () => send(left - part.length));
    };
    send(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sandbox = await startTestSandbox({ renderer: fetching });
  const model = 'videogen-2.0-reference-to-video' as const;
  const id = await sandbox.create({ model, prompt: 'x', [`${kind}_urls`]: [url] });
  return JSON.stringify((await sandbox.finish(id))['error']);
}

const input = (kind: 'image' | 'video' | 'audio', bytes: number) => async () => {
  // A video of 200 MB takes seconds, and its bound is held as those of the others are.
  if (isThorough || kind !== 'video') expect(await failureOf(kind, bytes)).not.toContain('larger');
  expect(await failureOf(kind, bytes + 1)).toContain(`larger than ${bytes} bytes`);
};

const image = 'https://images.example/a.png';
const reference = { model: 'videogen-2.0-reference-to-video' };
const prompt = (fault: string) => ({ prompt: `x sandbox:${fault}` });

/** That an option has the bound as its default; what the option does has tests of its own. */
const isDefault =
  (value: (options: ReturnType<typeof resolveOptions>) => number, bound: number) => () =>
    expect(value(resolveOptions({}))).toBe(bound);

/** For every bound of the README, that it is one. */
const cases: Record<string, () => unknown> = {
  'size of a body': tries(padded(bounds.bodyBytes), padded(bounds.bodyBytes + 1), 413),
  'lists and objects within each other': tries(
    nested(bounds.jsonLevels),
    nested(bounds.jsonLevels + 1),
  ),
  'address and headers together': async () => {
    const sandbox = await startTestSandbox();
    const letters = (count: number) => ({ 'x-more': 'x'.repeat(count) });
    expect(await get(sandbox, '/healthz', letters(bounds.headerBytes - 1024))).toBe(200);
    expect(await get(sandbox, '/healthz', letters(bounds.headerBytes))).toBe(431);
  },
  'task id in an address': async () => {
    const sandbox = await startTestSandbox();
    const path = (letters: number) =>
      sandbox.taskUrl('x'.repeat(letters)).slice(sandbox.url.length);
    expect(await get(sandbox, path(bounds.idLetters))).toBe(404);
    expect(await get(sandbox, path(bounds.idLetters + 1))).toBe(414);
  },
  'time for a request to arrive': isDefault((o) => o.requestSeconds, bounds.requestSeconds),
  '`duration`': async () => {
    await tries({ duration: 1 }, { duration: 0 })();
    await tries({ duration: bounds.longestSeconds }, { duration: bounds.longestSeconds + 1 })();
    await tries({ duration: 2 }, { duration: 2.5 })();
  },
  '`quality`': async () => {
    const { leastShortSidePixels: least, mostShortSidePixels: most } = bounds;
    await tries({ quality: `${least}p` }, { quality: `${least - 1}p` })();
    await tries({ quality: `${most}p` }, { quality: `${most + 1}p` })();
    await tries({ quality: '4k' }, { quality: '8k' })();
  },
  '`aspect_ratio`': async () => {
    await tries({ aspect_ratio: '1:4' }, { aspect_ratio: '1:4.1' })();
    await tries({ aspect_ratio: '4:1' }, { aspect_ratio: '4.1:1' })();
    await tries({ aspect_ratio: 'adaptive' }, { aspect_ratio: 'wide' })();
  },
  '`callback_url`': async () => {
    const callback = (url: string) => ({ callback_url: url, ...prompt('callback-lost') });
    await tries(callback('http://127.0.0.1/'), callback('ftp://127.0.0.1/'))();
    await tries(callback('HTTPS://127.0.0.1/'), callback('mailto:a@b.example'))();
  },
  'letters of a prompt that are drawn': () => {
    const style = { maxWidthPixels: 1000, maxLines: Infinity, sizePixels: 10 };
    const lines = layOut('x'.repeat(bounds.drawnLetters + 1), style);
    expect(lines.join('')).toHaveLength(bounds.drawnLetters);
  },
  'inputs of a task': tries(
    { ...reference, image_urls: Array<string>(bounds.inputs).fill(image) },
    { ...reference, image_urls: Array<string>(bounds.inputs).fill(image), video_urls: [image] },
  ),
  'an image': input('image', bounds.imageBytes),
  'a video': input('video', bounds.videoBytes),
  'an audio': input('audio', bounds.audioBytes),
  'time to fetch an input': isDefault((o) => o.inputs.timeoutSeconds, bounds.inputSeconds),
  'status of `server-error`': async () => {
    await tries(prompt('server-error=500'), prompt('server-error=499'))();
    await tries(prompt('server-error-after=599'), prompt('server-error-after=600'))();
  },
  'number as the value of a fault': tries(
    prompt(`latency=${bounds.faultValue}`),
    prompt(`latency=${bounds.faultValue + 1}`),
  ),
  'times that a fault strikes': tries(
    prompt(`reset*${bounds.faultTimes}`),
    prompt(`reset*${bounds.faultTimes + 1}`),
  ),
  'copies of `callback-doubled`': tries(
    prompt(`callback-doubled=${bounds.callbackCopies}`),
    prompt(`callback-doubled=${bounds.callbackCopies + 1}`),
  ),
  'attempts to call back': isDefault((o) => o.callbacks.attempts, bounds.callbackAttempts),
  'time for a receiver to answer': isDefault(
    (o) => o.callbacks.timeoutSeconds,
    bounds.callbackSeconds,
  ),
  'tasks in an answer of `/admin/tasks`': async () => {
    const sandbox = await startTestSandbox();
    await Promise.all([1, 2, 3].map(() => sandbox.create()));
    expect(await get(sandbox, `/admin/tasks?limit=${bounds.tasksOfAnswer}`)).toBe(200);
    expect(await get(sandbox, `/admin/tasks?limit=${bounds.tasksOfAnswer + 1}`)).toBe(400);
  },
  'requests in `/admin/requests`': async () => {
    const sandbox = await startTestSandbox();
    const asked = Array.from({ length: bounds.requestsKept + 1 });
    await Promise.all(asked.map(() => sandbox.app.inject('/healthz')));
    const response = await sandbox.app.inject('/admin/requests');
    expect(response.json()).toHaveLength(bounds.requestsKept);
  },
};

describe('the bounds', () => {
  it.each(Object.entries(cases))('hold: %s', async (_of, holds) => {
    await holds();
  });
});
