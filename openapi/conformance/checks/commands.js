import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  codeSamples,
  createPath,
  execute,
  here,
  inEmptyFolder,
  readmeSnippets,
  requestExamples,
  root,
  run,
  send,
  withSandbox,
  write,
} from '../context.js';

const bins = [here, root].map((folder) => join(folder, 'node_modules/.bin'));

/** What the samples of an operation print, in every language. */
const sampleTells = { createVideo: /task_/, getTask: /completed|pending/ };

export const proves =
  'the commands and the Python program of the README, and the samples of the document, do what they say';

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
                .replace('npx video-generation-openapi', `node ${root}/openapi/dist/command/cli.js`)
                .replaceAll('node_modules/video-generation-openapi/', `${root}/openapi/`)
                .replaceAll('http://127.0.0.1:8787', url),
            ],
            { cwd: folder, env },
          );

        const [program] = await readmeSnippets('python');
        const file = await write(folder, 'first.py', program);
        const key = 'video-generation-sandbox-key';
        const server = { VIDEO_SERVICE_URL: url, VIDEO_SERVICE_KEY: key };
        const { output } = await execute('python3', [file], { env: server });
        assert.match(output, /^task_\w+\nhttp:\S+\n$/);

        const { body: task } = await send(url + createPath, { key, body: requestExamples.text });
        const sampleEnv = { ...server, TASK_ID: task.id };
        for (const [language, interpreter] of Object.entries({ Shell: 'sh', Python: 'python3' }))
          for (const [operation, source] of codeSamples(language)) {
            const sample = await write(folder, operation, source);
            assert.match(
              await run(interpreter, [sample], { env: sampleEnv }),
              sampleTells[operation],
            );
          }
      }),
    { keys: undefined },
  );
