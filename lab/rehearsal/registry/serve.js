import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

// node serve.js <folder> [<registry>]: a registry on loopback with nothing in it. What it lacks comes
// from the other registry, where one is given, but never a package of ours.
const [folder, behind] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const everybody = { access: '$all', publish: '$all', unpublish: '$all' };
const registry = await runServer({
  self_path: join(folder, 'config.yaml'),
  storage: join(folder, 'storage'),
  auth: {},
  // After two slow answers, which a busy machine has, it would take the other one for dead for five
  // minutes.
  uplinks: behind
    ? { behind: { url: behind, timeout: '2m', max_fails: 100, fail_timeout: '1s' } }
    : {},
  web: { enable: false },
  packages: {
    '{n8n-nodes-video-generation,video-generation-openapi,video-generation-sandbox}': everybody,
    '**': { ...everybody, ...(behind && { proxy: 'behind' }) },
  },
  log: { type: 'stdout', format: 'pretty', level: 'http' },
});
await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${registry.address().port}`;
writeFileSync(join(folder, 'ready.json'), JSON.stringify({ url }));
