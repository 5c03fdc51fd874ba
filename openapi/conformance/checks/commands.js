import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  execute,
  here,
  inEmptyFolder,
  readmeSnippets,
  root,
  run,
  withSandbox,
  write,
} from '../context.js';

const bins = [here, root].map((folder) => join(folder, 'node_modules/.bin'));

export const proves = 'the commands and the Python program of the README do what they say';

/** Runs what the README has as it stands, but for where the package and the sandbox are. */
export const check = () =>
  withSandbox(
    (url) =>
      inEmptyFolder(async (folder) => {
        const commands = (await readmeSnippets('sh')).filter((code) => /:8787| print /.test(code));
        assert.ok(commands.length >= 4, `${commands.length} commands`);
        const env = { PATH: [...bins, process.env.PATH].join(':') };
        for (const command of commands)
          await run(
            '/bin/sh',
            [
              '-c',
              command
                .replace('npx @redocly/cli', 'redocly')
                .replace('npx newman', 'newman')
                .replace('npx videogen-openapi', `node ${root}/openapi/dist/command/cli.js`)
                .replaceAll('node_modules/videogen-openapi/', `${root}/openapi/`)
                .replaceAll('http://127.0.0.1:8787', url),
            ],
            { cwd: folder, env },
          );

        const [program] = await readmeSnippets('python');
        const file = await write(folder, 'first.py', program);
        const server = { VIDEOGEN_URL: url, VIDEOGEN_KEY: 'videogen-sandbox-key' };
        const { output } = await execute('python3', [file], { env: server });
        assert.match(output, /^completed \['http/);
      }),
    { keys: undefined },
  );
