import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dist, form, run, workspace } from '../context.js';

export default {
  tool: 'openapi-format',
  proves: 'sorts the document and the 3.0 profile, and loses nothing',
  async check() {
    const folder = await workspace('openapi-format');
    for (const [name, kind] of [
      ['openapi.yaml', 'bundle'],
      ['openapi.3.0.yaml', 'old'],
    ]) {
      const { code, output } = await run('openapi-format', [
        join(dist, name),
        '-o',
        join(folder, name),
      ]);
      assert.equal(code, 0, output);
      assert.deepEqual(parse(await readFile(join(folder, name), 'utf8')), form(kind));
    }
  },
};
