import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { forServer } from '../../openapi/src/print/forServer.ts';
import { howMany } from '../thorough.ts';
import { readBuilt } from './document.ts';
import { runCommand } from './runCommand.ts';

const url = 'https://video.example.com/gateway';
const print = (...args: string[]) => runCommand(['print', ...args]);

it.each(['openapi', 'openapi.strict', 'openapi.flat', 'openapi.3.0'])(
  '%s has one server alone, in YAML and JSON',
  async (form) => {
    const expected = { ...(await readBuilt(form)), servers: [{ url }] };
    const yaml = forServer(await readFile(`openapi/dist/${form}.yaml`, 'utf8'), url);
    for (const version of ['1.1', '1.2'] as const)
      expect(parse(yaml, { version })).toEqual(expected);
    const json = forServer(await readFile(`openapi/dist/${form}.json`, 'utf8'), url);
    expect(JSON.parse(json)).toEqual(expected);
  },
);

it('prints Swagger 2.0 with the parts of the address, as JSON', async () => {
  const { code, stdout } = await print('--url', `${url}/`, '--profile', '2.0');
  const server = { host: 'video.example.com', basePath: '/gateway', schemes: ['https'] };
  expect([code, JSON.parse(stdout)]).toEqual([0, { ...(await readBuilt('swagger')), ...server }]);
});

it('leaves out the version that the paths carry', async () => {
  const { stdout } = await print('--url', `${url}/v1/`, '--format', 'json');
  expect(JSON.parse(stdout).servers).toEqual([{ url }]);
});

it.each(['x-2.0-mini', 'x-2.0-mini-fast-image-to-video'])(
  'prints the identifiers of the family of %s in every profile',
  async (given) => {
    for (const profile of ['document', '2.0', 'strict', 'flat', '3.0'].slice(0, howMany(2, 5))) {
      const options = ['--profile', profile, '--format', 'json', '--model-family', given];
      const { code, stdout } = await print('--url', url, ...options);
      expect([code, stdout.includes('"x-2.0-mini-fast-text-to-video"')]).toEqual([0, true]);
      expect(stdout.match(/videogen-2\.0[^"]*/)).toBeNull();
      expect(stdout.match(/x-2\.0-mini-\S+?-to-video-|x-2\.0-mini-fast-fast/)).toBeNull();
    }
  },
);

it.each([
  [['--url', url, '--model-family', ''], 'what stands before -text-to-video'],
  [['--url', url, '--model-family', 'my model'], 'got "my model"'],
  [[], 'Which server? Give its base URL with --url.'],
  [['--url', 'video.example.com'], 'Did you mean https://video.example.com'],
  [['--url', url, '--profile', '1.2'], 'one of document, strict, flat, 3.0, 2.0.'],
])('print refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await print(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
