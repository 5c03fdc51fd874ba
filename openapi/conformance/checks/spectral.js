import assert from 'node:assert/strict';
import { bundleFile, form, run, workspace, write } from '../context.js';

export default {
  tool: 'Spectral',
  proves: 'no warning under spectral:oas; a repeated operationId is caught',
  async check() {
    const folder = await workspace('spectral');
    const ruleset = await write(folder, 'ruleset.json', { extends: ['spectral:oas'] });
    const lint = (file) => run('spectral', ['lint', '-F', 'warn', '-r', ruleset, file]);

    const { code, output } = await lint(bundleFile);
    assert.equal(code, 0, output);

    const twice = form();
    twice.webhooks.taskFinished.post.operationId = 'getTask';
    twice.paths['/v1/videos/generations'].post.operationId = 'getTask';
    const seeded = await lint(await write(folder, 'twice.json', twice));
    assert.equal(seeded.code, 1);
    assert.match(seeded.output, /operation-operationId-unique/);
  },
};
