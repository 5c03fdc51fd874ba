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

/** Each starts a process: of the other samples, a few, or all. */
const some = services.slice(0, howMany(2, services.length));

const rule = 'creates once, says the ID first, and ends rightly where the service $does';

describe('the sample of the client', () => {
  it.concurrent.each(services)(rule, async (service) => {
    expect(await faultsOf('ts', sampleWith('createAndWait'), service)).toEqual([]);
  });
});

describe('the sample of a receiver', () => {
  it.each(some)(rule, async (service) => {
    const code = await withPort(sampleWith('callback_url'));
    expect(await faultsOf('ts', code, service)).toEqual([]);
  });
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

describe('the sample of a download', () => {
  const cases: Array<[string, Parameters<typeof listen>[0], string[]]> = [
    ['saves the file', (_request, response) => response.end('film'), ['boat.mp4']],
    ['leaves nothing of a link that expired', (_, response) => response.writeHead(403).end(), []],
    [
      'leaves nothing of a file that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('film', () => response.destroy());
      },
      [],
    ],
  ];
  it.each(cases)('%s', async (_what, answer, files) => {
    const folder = await mkdtemp(join(tmpdir(), 'video-generation-sample-'));
    const server = await listen(answer);
    onTestFinished(async () => {
      await server.close();
      await rm(folder, { recursive: true });
    });
    const file = join(folder, 'boat.mp4');
    const call = `\nawait download('${server.url}', ${JSON.stringify(file)});`;
    const { exit, output } = await run('ts', sampleWith('download(') + call);
    expect([await readdir(folder), exit === 0], output).toEqual([files, files.length > 0]);
    if (exit === 0) expect(await readFile(file, 'utf8')).toBe('film');
  });
});
