import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, form, run, workspace, write } from '../context.js';

const validate = (file) => run('openapi-examples-validator', [file]);

export default {
  tool: 'openapi-examples-validator (strict and 3.0 profile)',
  proves: 'every example fits its schema; one without a prompt does not',
  async check() {
    for (const name of ['openapi.strict.json', 'openapi.3.0.json']) {
      const { code, output } = await validate(join(dist, name));
      assert.equal(code, 0, output);
      assert.match(output, /Total examples found: 2\d/);
    }
    const document = form('strict');
    delete document.components.examples['create-text'].value.prompt;
    const folder = await workspace('openapi-examples-validator');
    assert.notEqual((await validate(await write(folder, 'wrong.json', document))).code, 0);
  },
};
