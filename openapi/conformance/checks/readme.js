import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, root, workspace, write } from '../context.js';

export default {
  tool: 'README snippets (tsc)',
  proves: 'every TypeScript snippet of the README compiles as it stands',
  async check() {
    const readme = await readFile(join(root, 'openapi/README.md'), 'utf8');
    const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
    assert.ok(snippets.length >= 3, `${snippets.length} snippets`);
    const folder = await workspace('readme');
    const files = await Promise.all(
      snippets.map((code, index) => write(folder, `snippet${index}.ts`, code)),
    );
    const options = [
      '--lib',
      'es2022,dom,dom.iterable',
      '--resolveJsonModule',
      '--esModuleInterop',
    ];
    assert.equal(await compile(files, options), '');
  },
};
