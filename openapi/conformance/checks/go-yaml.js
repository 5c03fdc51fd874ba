import { join } from 'node:path';
import { here } from '../context.js';
import { goEnvironment } from '../openapi-generator.js';
import { sendsEveryExample } from '../yamlReaders.js';

export default {
  tool: 'gopkg.in/yaml.v3 (Go)',
  proves: 'a Go program reads every form and sends each example to the sandbox: 200',
  check: () =>
    sendsEveryExample('go', ['run', join(here, 'clients/send_examples.go')], {
      env: goEnvironment(),
    }),
};
