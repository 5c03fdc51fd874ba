import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { install } from '../../openapi/conformance/install.js';

// What a reviewer of n8n runs: n8n's own tool, strict, with n8n's lint configuration word for word. Its
// rules would hold for every .ts file of the repository, and refuse each test that imports vitest or a
// module of Node's; so it is shown the package alone.
const root = join(import.meta.dirname, '..', '..');
const tools = join(import.meta.dirname, 'node_modules');
const view = join(import.meta.dirname, 'dist');
const shown = ['nodes', 'credentials', 'README.md', 'LICENSE.md', 'tsconfig.json'];
const configuration = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';

async function layOut() {
  await rm(view, { recursive: true, force: true });
  await mkdir(view);
  for (const name of shown) await cp(join(root, name), join(view, name), { recursive: true });
  await cp(join(tools, configuration), join(view, 'eslint.config.mjs'));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  manifest.n8n.strict = true;
  delete manifest.workspaces;
  await writeFile(join(view, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await symlink(tools, join(view, 'node_modules'));
}

/** Runs a command of the tool, and shows what it says. */
function run(command) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(tools, '@n8n/node-cli/bin/n8n-node.mjs'), command],
    { cwd: view, encoding: 'utf8' },
  );
  console.log(stdout + stderr);
  // Colours would stand within the words that are looked for.
  return { isPassed: status === 0, said: stripVTControlCharacters(stdout) };
}

await install(import.meta.dirname);
await layOut();
const isClean = run('lint').isPassed;
const isEligible = run('cloud-support').said.includes('Cloud support is ENABLED');
process.exitCode = isClean && isEligible ? 0 : 1;
