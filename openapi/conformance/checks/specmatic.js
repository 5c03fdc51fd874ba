import assert from 'node:assert/strict';
import { join } from 'node:path';
import { cp } from 'node:fs/promises';
import { dist, execute, here, requestExamples, workspace } from '../context.js';
import { withServer } from '../http.js';
import { Missing } from '../openapi-generator.js';

const jar = join(here, 'node_modules/specmatic/specmatic.jar');

// Java is slow to begin with on a busy machine.
const timeoutSeconds = 60;
const options = [`--timeout=${timeoutSeconds}`, "--filter=METHOD='POST'"];

/** Runs the examples of the create call against a server; what it says at the end. */
async function test(folder, answer) {
  return withServer(answer, async (url) => {
    const { code, output } = await execute(
      'java',
      ['-jar', jar, 'test', 'openapi.3.0.yaml', `--testBaseURL=${url}`, ...options],
      { cwd: folder },
    );
    if (code === 'ENOENT') throw new Missing('java is not installed');
    return { code, output };
  });
}

export default {
  tool: 'Specmatic (3.0 profile)',
  proves: 'pairs every request example with its answer; a server without ids fails',
  async check() {
    const folder = await workspace('specmatic');
    await cp(join(dist, 'openapi.3.0.yaml'), join(folder, 'openapi.3.0.yaml'));
    const count = Object.keys(requestExamples).length;
    const [honest, lying] = await Promise.all([
      test(folder, () => ({ body: { id: 'task_1', status: 'pending' } })),
      test(folder, () => ({ body: { status: 'pending' } })),
    ]);
    assert.match(honest.output, new RegExp(`Successes: ${count}, Failures: 0`));
    assert.match(lying.output, new RegExp(`Successes: 0, Failures: ${count}`));
  },
};
