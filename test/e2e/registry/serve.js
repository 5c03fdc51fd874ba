import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as mockttp from 'mockttp';
import { runServer } from 'verdaccio';

// node serve.js <folder>: a registry on loopback, and a proxy through which it stands in for the
// public one. n8n installs from another registry only with a licence, so it is left as it is and
// its network ends here: the proxy answers for the package, and for nothing else.
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
const registryUrl = `http://127.0.0.1:${registry.address().port}`;

const authority = await mockttp.generateCACertificate();
const certificateFile = join(folder, 'authority.pem');
writeFileSync(certificateFile, authority.cert);
const proxy = mockttp.getLocal({ https: authority });
await proxy.start();
await proxy
  .forAnyRequest()
  .matching(({ path }) => path.startsWith('/n8n-nodes-videogen'))
  .thenForwardTo(registryUrl);
await proxy.forUnmatchedRequest().thenReply(503, 'Not part of this test');

const proxyUrl = `http://127.0.0.1:${proxy.port}`;
writeFileSync(
  join(folder, 'ready.json'),
  JSON.stringify({ registryUrl, proxyUrl, certificateFile }),
);
