import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, form, inEmptyFolder, redocly, write } from '../context.js';

const problemsIn = ({ stdout }) => JSON.parse(stdout.slice(stdout.indexOf('{'))).problems;
const lint = async (file) =>
  problemsIn(await redocly('lint', file, '--extends', 'recommended-strict', '--format', 'json'));

/** What the comparison with the released document says of a version. */
async function diff(folder, document) {
  const file = await write(folder, 'now.json', document);
  const released = 'openapi/released/openapi.yaml';
  return redocly('diff', released, file, '--check-version', '--fail-on', 'none');
}

export const proves =
  'no problem under recommended-strict in source and profiles; the version says what has changed';

export async function check() {
  const profiles = ['openapi.strict.yaml', 'openapi.flat.json', 'openapi.3.0.yaml'];
  for (const file of ['openapi/openapi.yaml', ...profiles.map((name) => join(dist, name))])
    assert.deepEqual([file, await lint(file)], [file, []]);

  await inEmptyFolder(async (folder) => {
    const { code, output } = await diff(folder, form('document'));
    assert.equal(code, 0, output);
    const breaking = form('document');
    breaking.components.schemas.TextToVideoRequest.required.push('duration');
    assert.notEqual((await diff(folder, breaking)).code, 0);
  });
}
