import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile, execute, readmeSnippets, runShell, workspace, write } from '../context.js';
import { installPacked } from '../packed.js';
import { key, withSandbox } from '../sandbox.js';

/** How the two kinds of projects find their imports: as Node does, and as bundlers do. */
const resolutions = [
  ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
];

/**
 * Compiles each snippet in both ways and runs it, in an empty project of its own with our package as
 * it is packed; other packages that a snippet names are found in the folders above.
 */
async function runSnippets() {
  const snippets = await readmeSnippets('ts');
  assert.ok(snippets.length >= 5, `${snippets.length} snippets`);
  const folder = await workspace('readme');
  await installPacked(folder);
  const files = await Promise.all(
    snippets.map(async (code, index) => {
      const project = join(folder, String(index));
      await mkdir(project);
      await write(project, 'package.json', { private: true, type: 'module' });
      return write(project, 'snippet.ts', code);
    }),
  );
  const common = ['--lib', 'es2022,dom,dom.iterable', '--resolveJsonModule'];
  for (const resolution of resolutions)
    assert.equal(await compile(files, [...common, ...resolution]), '');
  await withSandbox(async (url) => {
    const env = { VIDEOGEN_URL: url, VIDEOGEN_KEY: key };
    for (const file of files) {
      const { code, output } = await execute(process.execPath, [file], { cwd: dirname(file), env });
      assert.equal(code, 0, `${file}\n${output}`);
    }
  });
}

/** Runs the commands that talk to a sandbox as they stand, but for where the package and it are. */
async function runCommands() {
  const commands = (await readmeSnippets('sh')).filter((code) => /:8787| print /.test(code));
  assert.ok(commands.length >= 4, `${commands.length} commands`);
  const folder = await workspace('readme-commands');
  await withSandbox(
    async (url) => {
      for (const command of commands) {
        const { code, output } = await runShell(
          command
            .replace(/npx (@redocly\/cli|newman)/, (_, tool) =>
              tool.replace('@redocly/cli', 'redocly'),
            )
            .replace('npx videogen-openapi', 'node openapi/dist/command/cli.js')
            .replace('videogen.yaml', join(folder, 'videogen.yaml'))
            .replaceAll('node_modules/videogen-openapi/', 'openapi/')
            .replaceAll('http://127.0.0.1:8787', url),
        );
        assert.equal(code, 0, `${command}\n${output}`);
      }
    },
    { keys: undefined },
  );
}

export default {
  tool: 'README snippets (tsc, Node, shell)',
  proves: 'each compiles under NodeNext and bundler resolution and runs; so do its commands',
  async check() {
    await runSnippets();
    await runCommands();
  },
};
