import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess, waitFor } from '../../playground/index.ts';
import { step } from '../../playground/report.ts';
import { npmInstall } from './npmInstall.ts';
import { runCommand } from './runCommand.ts';

const START_TIMEOUT_MS = 120_000;

/** The two packages, and what the snippets of their READMEs import beside them. */
const ours = ['video-generation-openapi', 'video-generation-sandbox'];
const beside = ['openapi-fetch', 'ajv', 'ajv-formats'];

const snippetsOf = (readme: string, language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code!,
  );

/**
 * Installs the packages by name into an empty project, starts the sandbox with npx, and runs against
 * it what the READMEs tell to run.
 *
 * @param folder of the project; it is made
 * @param env of npm: where the registry is
 * @returns how many snippets ran
 */
export async function tryEmptyProject(folder: string, env: NodeJS.ProcessEnv): Promise<number> {
  await mkdir(folder);
  const scripts = { test: `node -e "fetch(process.env.VIDEO_SERVICE_URL + '/healthz')"` };
  const manifest = { private: true, type: 'module', scripts };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await step(`npm install ${ours.join(' ')}`, () =>
    npmInstall([...ours, ...beside], { cwd: folder, env }),
  );
  return step('npx video-generation-sandbox, and the snippets of the READMEs', async () => {
    const sandbox = startProcess({
      name: 'the sandbox',
      command: 'npx',
      args: [
        '--no-install',
        'video-generation-sandbox',
        '--port',
        '0',
        '--data',
        join(folder, 'data'),
      ],
      cwd: folder,
      env,
      logFile: join(folder, 'sandbox.log'),
    });
    try {
      const [, url, key] = await waitFor(
        async () => {
          const said = await readFile(sandbox.logFile, 'utf8');
          if (!sandbox.running()) throw new Error(said);
          return /listens at (\S+) [\s\S]*API key: (\S+)/.exec(said) ?? undefined;
        },
        START_TIMEOUT_MS,
        () => new Error('npx video-generation-sandbox did not start'),
      );
      return await runSnippets(folder, {
        ...env,
        VIDEO_SERVICE_URL: url!,
        VIDEO_SERVICE_KEY: key!,
      });
    } finally {
      await sandbox.stop();
    }
  });
}

async function runSnippets(folder: string, env: NodeJS.ProcessEnv): Promise<number> {
  let count = 0;
  for (const name of ours) {
    const readme = await readFile(join(folder, 'node_modules', name, 'README.md'), 'utf8');
    for (const code of snippetsOf(readme, 'ts')) {
      const file = join(folder, `snippet-${(count += 1)}.ts`);
      await writeFile(file, code);
      await runCommand(process.execPath, [file], { cwd: folder, env });
    }
    const commands = snippetsOf(readme, 'sh').filter((code) => code.includes(`npx ${name} `));
    for (const command of commands) {
      count += 1;
      const here = command.replaceAll('http://127.0.0.1:8787', env.VIDEO_SERVICE_URL!);
      await runCommand('bash', ['-e', '-c', here], { cwd: folder, env });
    }
  }
  return count;
}
