import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { taskEnd } from 'video-generation-openapi';
import { listen } from '../../listen.ts';
import { howMany } from '../../thorough.ts';
import { faultsOf, run, samplesOf, services } from './services.ts';

const typeScript = await samplesOf('ts');
const sampleWith = (part: string) => typeScript.find((code) => code.includes(part))!;
const [python] = await samplesOf('python');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Gives the receiver a port that is free. */
async function withPort(code: string) {
  const server = await listen(() => {});
  await server.close();
  return code.replaceAll('8788', new URL(server.url).port);
}

// Each starts a process.
const some = services.slice(0, howMany(2, services.length));
const rule = 'creates once, says the ID first, and ends rightly where the service $does';

it.each(some)(`the sample with a callback ${rule}`, async (service) => {
  expect(await faultsOf('ts', await withPort(sampleWith('callback_url')), service)).toEqual([]);
});

describe('the sample of Python', () => {
  it.skipIf(!hasPython).concurrent.each(some)(rule, async (service) => {
    expect(await faultsOf('python', python!, service)).toEqual([]);
  });

  it('takes for a bad end what the client takes for one', () => {
    const bad = new RegExp(/re\.search\('(.+?)'/.exec(python!)![1]!, 'i');
    const ends = ['Failed', 'failure', 'error', 'expired', 'timeout', 'Timed out', 'TIMED_OUT'];
    const others = ['rejected', 'cancelled', 'CANCELED', 'blocked', 'aborted'];
    for (const status of [...ends, ...others])
      expect([status, bad.test(status)]).toEqual([status, taskEnd(status) !== undefined]);
    for (const status of ['pending', 'processing', 'queued', 'completed', 'succeeded', 'done'])
      expect([status, bad.test(status)]).toEqual([status, false]);
  });
});

it('the sample of a download saves the file, and leaves nothing of one that fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-sample-'));
  const { url, close } = await listen(({ url: path }, response) => {
    if (path === '/whole') return response.end('film');
    if (path === '/expired') return response.writeHead(403).end();
    // A file that breaks off.
    response.writeHead(200, { 'content-length': 100 });
    return response.write('film', () => response.destroy());
  });
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  const names = ['whole', 'expired', 'broken'];
  const calls = names.map(
    (name) =>
      `await download('${url}/${name}', ${JSON.stringify(join(folder, name))})
        .then(() => console.log('${name} saved'), () => console.log('${name} failed'));`,
  );
  const { stdout } = await run('ts', [sampleWith('download('), ...calls].join('\n'));
  expect(stdout).toBe('whole saved\nexpired failed\nbroken failed\n');
  expect(await readdir(folder)).toEqual(['whole']);
  expect(await readFile(join(folder, 'whole'), 'utf8')).toBe('film');
});
