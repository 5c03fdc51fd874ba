import { readmeSnippets, write } from '../context.js';
import { createsAndWaits, generateClient, Missing, runProgram } from '../openapi-generator.js';

// Debian's, whatever else is first on PATH: its packages are for it alone.
const python = '/usr/bin/python3';
const wanted = ['urllib3', 'dateutil', 'six', 'certifi'];

const refused = `
from openapi_client import GenerationRequest
try:
    GenerationRequest(prompt='A paper boat')
except ValueError:
    raise SystemExit(0)
raise SystemExit('A request without a model is taken')
`;

export default {
  tool: 'openapi-generator: Python (3.0 profile)',
  proves:
    "the README's program creates a task of the sandbox and waits for it; a request without a model is refused",
  async check() {
    const client = await generateClient('python');
    await runProgram(python, ['-c', `import ${wanted.join(', ')}`]).catch((error) => {
      throw new Missing(
        `needs ${wanted.map((name) => `python3-${name}`).join(' ')}: ${error.message}`,
      );
    });
    const [snippet] = await readmeSnippets('python');
    const program = await write(client, 'snippet.py', snippet);
    const env = { PYTHONPATH: client };
    await createsAndWaits(python, [program], { env });
    await runProgram(python, ['-c', refused], { env });
  },
};
