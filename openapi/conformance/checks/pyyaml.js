import { join } from 'node:path';
import { here } from '../context.js';
import { sendsEveryExample } from '../yamlReaders.js';

export default {
  tool: 'PyYAML',
  proves: 'a Python program reads every form and sends each example to the sandbox: 200',
  check: () => sendsEveryExample('/usr/bin/python3', [join(here, 'clients/send_examples.py')]),
};
