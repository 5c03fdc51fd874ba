import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dist, run, workspace } from '../context.js';

export default {
  tool: 'TypeSpec importer (3.0 profile)',
  proves: 'what it writes compiles, and has both operations',
  async check() {
    const folder = await workspace('typespec');
    const input = join(dist, 'openapi.3.0.json');
    const imported = await run('tsp-openapi3', [input, '--output-dir', folder]);
    assert.equal(imported.code, 0, imported.output);
    const compiled = await run('tsp', ['compile', folder, '--no-emit', '--warn-as-error']);
    assert.equal(compiled.code, 0, compiled.output);
    const text = await readFile(join(folder, 'main.tsp'), 'utf8');
    for (const operation of ['op createVideo', 'op getTask']) assert.ok(text.includes(operation));
  },
};
