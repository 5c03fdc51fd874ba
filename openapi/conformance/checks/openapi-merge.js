import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createPath, form, run, workspace, write } from '../context.js';

const other = {
  openapi: '3.0.3',
  info: { title: 'Another', version: '1.0.0' },
  paths: {
    '/health': { get: { operationId: 'health', responses: { 204: { description: 'x' } } } },
  },
};

export default {
  tool: 'openapi-merge-cli (3.0 profile)',
  proves: 'joins a gateway document of several services, with nothing of ours changed',
  async check() {
    const folder = await workspace('openapi-merge');
    await write(folder, 'ours.json', form('old'));
    await write(folder, 'other.json', other);
    const inputs = [{ inputFile: './ours.json' }, { inputFile: './other.json' }];
    const config = await write(folder, 'merge.json', { inputs, output: './merged.json' });
    const { code, output } = await run('openapi-merge-cli', ['--config', config]);
    assert.equal(code, 0, output);
    const merged = JSON.parse(await readFile(`${folder}/merged.json`, 'utf8'));
    assert.deepEqual(merged.paths[createPath], form('old').paths[createPath]);
    assert.deepEqual(merged.components.schemas, form('old').components.schemas);
    assert.ok(merged.paths['/health']);
  },
};
