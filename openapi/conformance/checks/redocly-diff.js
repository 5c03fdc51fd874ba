import assert from 'node:assert/strict';
import { form, redocly, workspace, write } from '../context.js';

const released = 'openapi/released/openapi.yaml';
const diff = (file) => redocly('diff', released, file, '--check-version', '--fail-on', 'none');

/** A change that breaks clients: a field that was optional is asked for. */
function breaking(version) {
  const document = form();
  document.components.schemas.TextToVideoRequest.required.push('duration');
  document.info.version = version;
  return document;
}

export default {
  tool: 'redocly diff --check-version',
  proves:
    'the version says what changed since the last release; a silent breaking change is caught',
  async check() {
    const folder = await workspace('redocly-diff');
    const now = await write(folder, 'now.json', form());
    const { code, output } = await diff(now);
    assert.equal(code, 0, output);

    const silent = await diff(await write(folder, 'silent.json', breaking(form().info.version)));
    assert.notEqual(silent.code, 0, silent.output);
    const told = await diff(await write(folder, 'told.json', breaking('99.0.0')));
    assert.equal(told.code, 0, told.output);
  },
};
