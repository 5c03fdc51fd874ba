import assert from 'node:assert/strict';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root, run, workspace } from '../context.js';

export default {
  tool: 'publint, are-the-types-wrong',
  proves: 'no fault in exports, types, bin and module kinds of the packed package',
  async check() {
    const pkgDir = join(root, 'openapi');
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );

    const folder = await workspace('attw');
    const packed = await run('npm', ['pack', pkgDir, '--json', '--ignore-scripts'], {
      from: 'machine',
      cwd: folder,
    });
    const [{ filename }] = Object.values(JSON.parse(packed.stdout));
    const { code, output } = await run('attw', [
      ...[join(folder, filename), '--no-emoji', '--profile', 'node16'],
      // The others are data.
      ...['--entrypoints', '.', 'types', 'constants', 'tools', 'validators'],
    ]);
    assert.equal(code, 0, output);
  },
};
