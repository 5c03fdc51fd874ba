import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readModelFamily, withModelFamily } from '../../openapi/src/modelFamily.ts';
import { forServer } from '../../openapi/src/print/forServer.ts';
import { readBuilt } from './document.ts';
import { runCommand, runProcess } from './runCommand.ts';

const url = 'https://video.example.com/gateway';
const forms = ['openapi', 'openapi.strict', 'openapi.flat', 'openapi.3.0', 'swagger'];

it.each(forms.slice(0, -1))('%s has one server alone, in YAML and JSON', async (form) => {
  const expected = { ...(await readBuilt(form)), servers: [{ url }] };
  const yaml = forServer(await readFile(`openapi/dist/${form}.yaml`, 'utf8'), url);
  for (const version of ['1.1', '1.2'] as const) expect(parse(yaml, { version })).toEqual(expected);
  const json = forServer(await readFile(`openapi/dist/${form}.json`, 'utf8'), url);
  expect(JSON.parse(json)).toEqual(expected);
});

it('prints Swagger 2.0 with the parts of the address, as JSON', async () => {
  const { code, stdout } = await runProcess(['print', '--url', `${url}/`, '--profile', '2.0']);
  const server = { host: 'video.example.com', basePath: '/gateway', schemes: ['https'] };
  expect([code, JSON.parse(stdout)]).toEqual([0, { ...(await readBuilt('swagger')), ...server }]);
});

it('leaves out the version that the paths carry, and takes a family of models', async () => {
  const options = ['--format', 'json', '--model-family', 'x-2.0-mini'];
  const { stdout } = await runCommand(['print', '--url', `${url}/v1/`, ...options]);
  expect(JSON.parse(stdout).servers).toEqual([{ url }]);
  expect(stdout).toContain('"x-2.0-mini-fast-text-to-video"');
});

it.each(forms)('%s has the identifiers of the family that one of them names', async (form) => {
  const text = await readFile(`openapi/dist/${form}.json`, 'utf8');
  for (const given of ['x-2.0-mini', 'x-2.0-mini-fast-image-to-video']) {
    const printed = withModelFamily(text, readModelFamily(given));
    expect(printed).toContain('"x-2.0-mini-fast-text-to-video"');
    expect(printed.match(/videogen-2\.0[^"]*/)).toBeNull();
    expect(printed.match(/x-2\.0-mini-\S+?-to-video-|x-2\.0-mini-fast-fast/)).toBeNull();
  }
});

it.each([
  [['--url', url, '--model-family', 'my model'], 'got "my model"'],
  [[], 'Which server? Give its base URL with --url.'],
  [['--url', 'video.example.com'], 'Did you mean https://video.example.com'],
  [['--url', url, '--profile', '1.2'], 'one of document, strict, flat, 3.0, 2.0.'],
])('print refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await runCommand(['print', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
