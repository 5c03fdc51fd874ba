import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, root, runShell, workspace, write } from '../context.js';
import { withSandbox } from '../sandbox.js';

const snippetsOf = (readme, language) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code,
  );

/** Runs the commands that talk to a sandbox as they stand, but for where the package and it are. */
async function runCommands(readme) {
  const commands = snippetsOf(readme, 'sh').filter((code) => code.includes(':8787'));
  assert.ok(commands.length >= 2, `${commands.length} commands`);
  await withSandbox(
    async (url) => {
      for (const command of commands) {
        const { code, output } = await runShell(
          command
            .replace(/npx (@redocly\/cli|newman)/, (_, tool) =>
              tool.replace('@redocly/cli', 'redocly'),
            )
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
  tool: 'README snippets (tsc, shell)',
  proves:
    'the TypeScript of the README compiles and its commands run on the sandbox, as they stand',
  async check() {
    const readme = await readFile(join(root, 'openapi/README.md'), 'utf8');
    const snippets = snippetsOf(readme, 'ts');
    assert.ok(snippets.length >= 3, `${snippets.length} snippets`);
    const folder = await workspace('readme');
    const files = await Promise.all(
      snippets.map((code, index) => write(folder, `snippet${index}.ts`, code)),
    );
    const options = [
      '--lib',
      'es2022,dom,dom.iterable',
      '--resolveJsonModule',
      '--esModuleInterop',
    ];
    assert.equal(await compile(files, options), '');
    await runCommands(readme);
  },
};
