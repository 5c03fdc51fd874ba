import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, here, write } from '../context.js';
import { createsAndReads, generateClient } from '../openapi-generator.js';

const target = ['--lib', 'es2022,dom,dom.iterable'];
const emitting = [...target, '--noEmit', 'false', '--module', 'commonjs'];

export default {
  tool: 'openapi-generator: TypeScript (3.0 profile)',
  proves: 'the client compiles, creates and reads a task; a request without a prompt does not',
  async check() {
    const folder = await generateClient('typescript-fetch', ['typescriptThreePlus=true']);
    await write(folder, 'package.json', { type: 'commonjs' });
    const source = join(folder, 'createAndRead.ts');
    await cp(join(here, 'clients/createAndRead.ts'), source);
    assert.equal(await compile([source], [...emitting, '--moduleResolution', 'node10']), '');
    await createsAndReads(process.execPath, [join(folder, 'createAndRead.js')]);
  },
};
