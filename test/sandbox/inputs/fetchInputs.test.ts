import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Renderer, type SandboxOptions } from '../../../sandbox/src/index.ts';
import { openRequest } from '../../../sandbox/src/outbound/openRequest.ts';
import { startTestSandbox } from '../startTestSandbox.ts';

/** Fetches inputs as the real one does, and makes no picture. */
const renderer: Renderer = {
  name: 'fetching',
  needsInputs: true,
  concurrency: 4,
  render: () => Promise.reject(new Error('No test here gets this far')),
};

/** Asks a server of this machine by a name whose address is this machine's. */
async function ask({ port }: URL, name: string): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  const request = openRequest(new URL(`http://${name}:${port}`), { lookup }, false).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/input`;
}

const png = { 'content-type': 'image/png' };

describe('inputs', () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['is missing', (response) => response.writeHead(404).end(), 'its server answered 404'],
    [
      'is of another type',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
      'its type is text/html, not image',
    ],
    [
      'turns out too large',
      (response) => response.writeHead(200, png).end(Buffer.alloc(5000)),
      'it is larger than 1000 bytes',
    ],
    [
      'takes too long',
      (response) => response.writeHead(200, png).flushHeaders(),
      'it took longer than 0.3 s',
    ],
    ['breaks off', (response) => response.destroy(), 'socket hang up'],
  ])('fails the task when an input %s', async (_case, answer, reason) => {
    const sandbox = await startTestSandbox({
      renderer,
      inputs: { timeoutSeconds: 0.3, bytes: { image: 1000, video: 1000, audio: 1000 } },
    });
    const id = await sandbox.create({
      model: 'videogen-2.0-image-to-video',
      prompt: 'x',
      image_urls: [await serve(answer)],
    });
    expect(await sandbox.finish(id)).toStrictEqual({
      id,
      status: 'failed',
      error: { code: 'input_unusable', message: `image 1 could not be fetched: ${reason}` },
    });
  });

  const picture = (response: ServerResponse) => response.writeHead(200, png).end('x');
  const redirect = (location: string) => (response: ServerResponse) =>
    response.writeHead(302, { location }).end();

  /** Names an input, and returns why the task failed. */
  async function failureOf(url: string, options: SandboxOptions = {}) {
    const sandbox = await startTestSandbox({ renderer, ...options });
    const id = await sandbox.create({
      model: 'videogen-2.0-image-to-video',
      prompt: 'x',
      image_urls: [url],
    });
    return (await sandbox.finish(id))['error'] as { code: string; message: string };
  }

  const wasFetched = { code: 'internal_error' };
  const isInside = {
    message:
      'image 1 could not be fetched: it is inside a private network, which needs --private-networks',
  };

  it.each(['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::ffff:10.0.0.1]', '[fd00::1]'])(
    'inside a private network, as %s, are not fetched',
    async (host) => {
      expect(await failureOf(`http://${host}:9/a.png`)).toMatchObject(isInside);
    },
  );

  it('of this machine are fetched by its own names, and redirects within it followed', async () => {
    const url = await serve(picture);
    expect(await failureOf(url)).toMatchObject(wasFetched);
    expect(await failureOf(url.replace('127.0.0.1', 'localhost'))).toMatchObject(wasFetched);
    expect(await failureOf(await serve(redirect(url)))).toMatchObject(wasFetched);
  });

  it('are not fetched where a redirect leads inside a private network', async () => {
    expect(await failureOf(await serve(redirect('http://10.0.0.1:9/')))).toMatchObject(isInside);
  });

  it('are not fetched where another name leads to this machine', async () => {
    const url = new URL(await serve(picture));
    await expect(ask(url, 'media.example')).rejects.toThrow('blocked');
    const response = await ask(url, 'localhost');
    expect(response.statusCode).toBe(200);
  });

  it('refuses more inputs than it would fetch before it takes the task', async () => {
    const sandbox = await startTestSandbox({ inputs: { count: 2 } });
    const response = await sandbox.postCreate({
      model: 'videogen-2.0-reference-to-video',
      prompt: 'x',
      image_urls: ['https://a.example/1.png', 'https://a.example/2.png'],
      audio_urls: ['https://a.example/3.mp3'],
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Expected at most 2 inputs, got 3');
  });
});
