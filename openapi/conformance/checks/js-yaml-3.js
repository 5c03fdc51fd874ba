import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import yaml from 'js-yaml-3';
import { dist, form } from '../context.js';

const files = {
  'openapi.yaml': 'bundle',
  'openapi.strict.yaml': 'strict',
  'openapi.flat.yaml': 'flat',
  'openapi.3.0.yaml': 'old',
};

export default {
  tool: 'js-yaml 3',
  proves: 'reads every form as the JSON has it; without quotes it would take 16:9 for 969',
  async check() {
    for (const [file, name] of Object.entries(files))
      assert.deepEqual(yaml.safeLoad(await readFile(join(dist, file), 'utf8')), form(name));
    assert.equal(yaml.safeLoad('16:9'), 969);
  },
};
