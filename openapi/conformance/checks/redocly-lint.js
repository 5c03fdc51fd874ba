import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenForm, dist, redocly, root, workspace, write } from '../context.js';

const strictly = (file) =>
  redocly('lint', file, '--extends', 'recommended-strict', '--format', 'json');
const problemsIn = ({ stdout }) => JSON.parse(stdout.slice(stdout.indexOf('{'))).problems;

export default {
  tool: 'redocly lint',
  proves: '0 problems under recommended-strict in source, bundle and profiles, with no ignore file',
  async check() {
    await assert.rejects(access(join(root, '.redocly.lint-ignore.yaml')));
    await assert.rejects(access(join(root, 'openapi/.redocly.lint-ignore.yaml')));
    const profiles = ['openapi.strict.yaml', 'openapi.flat.json', 'openapi.3.0.yaml'];
    const files = ['openapi.yaml', ...profiles];
    for (const file of ['openapi/openapi.yaml', ...files.map((name) => join(dist, name))])
      assert.deepEqual(problemsIn(await strictly(file)), [], file);

    const own = await redocly(
      'lint',
      join(dist, 'openapi.yaml'),
      '--config',
      'openapi/redocly.yaml',
    );
    assert.equal(own.code, 0, own.output);

    const broken = await write(await workspace('redocly-lint'), 'broken.json', brokenForm());
    assert.notDeepEqual(problemsIn(await strictly(broken)), []);
  },
};
