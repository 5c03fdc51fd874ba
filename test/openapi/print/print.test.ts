import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const url = 'https://video.example.com/gateway';
const files = {
  document: 'openapi',
  strict: 'openapi.strict',
  flat: 'openapi.flat',
  '3.0': 'openapi.3.0',
};

/** Runs the published command. */
function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['openapi/dist/command/cli.js', ...args],
      { maxBuffer: 1e7 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

const asBuilt = async (profile: keyof typeof files, server = url) => ({
  ...JSON.parse(await readFile(`openapi/dist/${files[profile]}.json`, 'utf8')),
  servers: [{ url: server }],
});

describe('videogen-openapi print', () => {
  it.each(Object.keys(files) as Array<keyof typeof files>)(
    'prints %s with one server, in YAML and JSON',
    async (profile) => {
      const [yaml, json] = await Promise.all([
        run('print', '--url', `${url}/`, '--profile', profile),
        run('print', '--url', url, '--profile', profile, '--format', 'json'),
      ]);
      const expected = await asBuilt(profile);
      expect([yaml.code, parse(yaml.stdout)]).toEqual([0, expected]);
      expect(parse(yaml.stdout, { version: '1.1' })).toEqual(expected);
      expect([json.code, JSON.parse(json.stdout)]).toEqual([0, expected]);
    },
  );

  it('prints Swagger 2.0 with the parts of the address, as JSON', async () => {
    const { code, stdout } = await run('print', '--url', url, '--profile', '2.0');
    const built = JSON.parse(await readFile('openapi/dist/swagger.json', 'utf8'));
    const server = { host: 'video.example.com', basePath: '/gateway', schemes: ['https'] };
    expect([code, JSON.parse(stdout)]).toEqual([0, { ...built, ...server }]);
  });

  it('writes a file when it is told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'videogen-print-'));
    const file = join(folder, 'mine.yaml');
    const { code, stdout } = await run('print', '--url', 'http://127.0.0.1:9', '--output', file);
    expect([code, stdout]).toEqual([0, '']);
    expect(parse(await readFile(file, 'utf8'))).toEqual(
      await asBuilt('document', 'http://127.0.0.1:9'),
    );
    await rm(folder, { recursive: true });
  });

  it.each([
    [[], 'Which server? Give its base URL with --url.'],
    [['--url', 'video.example.com'], 'Did you mean https://video.example.com'],
    [['--url', url, '--profile', '1.2'], 'one of document, strict, flat, 3.0, 2.0.'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run('print', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
