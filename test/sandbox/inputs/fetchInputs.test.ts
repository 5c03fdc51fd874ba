import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Renderer } from '../../../sandbox/src/index.ts';
import { startTestSandbox } from '../startTestSandbox.ts';

/** Fetches inputs as the real one does, and makes no picture. */
const renderer: Renderer = {
  name: 'fetching',
  needsInputs: true,
  concurrency: 4,
  render: () => Promise.reject(new Error('No test here gets this far')),
};

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
      'says that it is too large',
      (response) => response.writeHead(200, { ...png, 'content-length': '5000' }).end(),
      'it is larger than 1000 bytes',
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
    ['breaks off', (response) => response.destroy(), 'other side closed'],
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
