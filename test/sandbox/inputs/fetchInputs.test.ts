import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Renderer } from '../../../sandbox/src/index.ts';
import { openRequest } from '../../../sandbox/src/outbound/openRequest.ts';
import { listen } from '../../listen.ts';
import { startTestSandbox, useTestSandbox } from '../startTestSandbox.ts';

/** Fetches inputs as the real one does, and makes no picture. */
const renderer: Renderer = {
  name: 'fetching',
  needsInputs: true,
  concurrency: 4,
  render: () => Promise.reject(new Error('No test here gets this far')),
};

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = await listen((_request, response) => answer(response));
  onTestFinished(server.close);
  return `${server.url}/input`;
}

const type = (contentType: string) => ({ 'content-type': contentType });
const redirect = (location: string) => (response: ServerResponse) =>
  response.writeHead(302, { location }).end();

const inputs = { count: 2, bytes: { image: 1000, video: 1000, audio: 1000 } };
const shared = useTestSandbox({ renderer, inputs: { ...inputs, timeoutSeconds: 60 } });

/** Names an input, and returns why the task failed. */
async function failureOf(url: string, sandbox = shared()) {
  const id = await sandbox.create({
    model: 'videogen-2.0-image-to-video',
    prompt: 'x',
    image_urls: [url],
  });
  return (await sandbox.finish(id))['error'];
}
const unusable = (reason: string) => ({
  code: 'input_unusable',
  message: `image 1 could not be fetched: ${reason}`,
});
const inside = unusable('it is inside a private network, which needs --private-networks');
const wasFetched = expect.objectContaining({ code: 'internal_error' });

describe('inputs', () => {
  const start = (response: ServerResponse) => response.writeHead(200, type('image/png'));
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['missing', (response) => response.writeHead(404).end(), 'its server answered 404'],
    [
      'a page',
      (one) => one.writeHead(200, type('text/html')).end(),
      'its type is text/html, not image',
    ],
    ['too large', (one) => start(one).end(Buffer.alloc(5000)), 'it is larger than 1000 bytes'],
    ['too slow', (one) => start(one).flushHeaders(), 'it took longer than 0.3 s'],
    ['broken off', (response) => response.destroy(), 'socket hang up'],
  ])('fail the task when one is %s', async (_case, answer, reason) => {
    // Only who is too slow is not waited for, however busy the machine is.
    const hurried = { renderer, inputs: { ...inputs, timeoutSeconds: 0.3 } };
    const sandbox = reason.startsWith('it took') ? await startTestSandbox(hurried) : shared();
    expect(await failureOf(await serve(answer), sandbox)).toStrictEqual(unusable(reason));
  });

  it.each(['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::ffff:10.0.0.1]', '[fd00::1]'])(
    'inside a private network, as %s, are not fetched, nor where a redirect leads there',
    async (host) => {
      const url = `http://${host}:9/a.png`;
      expect(await failureOf(url)).toEqual(inside);
      expect(await failureOf(await serve(redirect(url)))).toEqual(inside);
    },
  );

  it('of this machine are fetched by its own names, and redirects within it followed', async () => {
    const url = await serve((response) => start(response).end('x'));
    expect(await failureOf(url)).toEqual(wasFetched);
    expect(await failureOf(url.replace('127.0.0.1', 'localhost'))).toEqual(wasFetched);
    expect(await failureOf(await serve(redirect(url)))).toEqual(wasFetched);
  });

  it('are not fetched where another name leads to this machine', async () => {
    const { port } = new URL(await serve((response) => start(response).end('x')));
    const lookup: LookupFunction = (_name, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
    const ask = async (name: string) => {
      const request = openRequest(new URL(`http://${name}:${port}`), { lookup }, false).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response.resume().statusCode;
    };
    await expect(ask('media.example')).rejects.toThrow('blocked');
    expect(await ask('localhost')).toBe(200);
  });

  it('are refused before the task is taken where there are more than it would fetch', async () => {
    const response = await shared().postCreate({
      model: 'videogen-2.0-reference-to-video',
      prompt: 'x',
      image_urls: ['https://a.example/1.png', 'https://a.example/2.png'],
      audio_urls: ['https://a.example/3.mp3'],
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Expected at most 2 inputs, got 3');
  });
});
