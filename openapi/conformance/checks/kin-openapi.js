import { join } from 'node:path';
import { dist, form, here, print, workspace, write } from '../context.js';
import { goEnvironment, runProgram } from '../openapi-generator.js';

const url = 'https://video.example.net';

export default {
  tool: 'kin-openapi (3.0 profile)',
  proves: 'valid for a Go gateway; routes both operations, refuses a request without a prompt',
  async check() {
    const printed = await write(
      await workspace('kin-openapi'),
      'mine.yaml',
      await print(url, '3.0'),
    );
    const judge = (file, server) =>
      runProgram('go', ['run', join(here, 'clients/kin_openapi.go'), file, server], {
        env: goEnvironment(),
      });
    await judge(join(dist, 'openapi.3.0.json'), form().servers[0].url);
    // Its pattern for a variable takes no dot, so a gateway of another host wants it printed.
    await judge(printed, url);
  },
};
