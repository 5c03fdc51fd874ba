import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

// node serve.js <folder>: a registry on loopback, with nothing in it and nothing behind it.
const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const registry = await runServer({
  self_path: join(folder, 'config.yaml'),
  storage: join(folder, 'storage'),
  auth: {},
  uplinks: {},
  web: { enable: false },
  packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
  log: { type: 'stdout', format: 'pretty', level: 'http' },
});
await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${registry.address().port}`;
writeFileSync(join(folder, 'ready.json'), JSON.stringify({ url }));
