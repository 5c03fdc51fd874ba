import { join } from 'node:path';
import { here } from '../context.js';
import { sendsEveryExample } from '../yamlReaders.js';

export default {
  tool: 'Psych (Ruby)',
  proves: 'a Ruby program reads every form and sends each example to the sandbox: 200',
  check: () => sendsEveryExample('ruby', [join(here, 'clients/send_examples.rb')]),
};
