import { join } from 'node:path';
import { here } from '../context.js';
import { createsAndReads, generateClient, Missing, runProgram } from '../openapi-generator.js';

// Debian's, whatever else is first on PATH: its packages are for it alone.
const python = '/usr/bin/python3';
const wanted = ['urllib3', 'dateutil', 'six', 'certifi'];

export default {
  tool: 'openapi-generator: Python (3.0 profile)',
  proves:
    'the client creates and reads a task of the sandbox; a request without a model is refused',
  async check() {
    const client = await generateClient('python');
    await runProgram(python, ['-c', `import ${wanted.join(', ')}`]).catch((error) => {
      throw new Missing(
        `needs ${wanted.map((name) => `python3-${name}`).join(' ')}: ${error.message}`,
      );
    });
    const program = join(here, 'clients/create_and_read.py');
    await createsAndReads(python, [program], { env: { PYTHONPATH: client } });
  },
};
