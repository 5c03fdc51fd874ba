import { rootFolder } from '../folders.ts';
import { say } from '../report.ts';
import { runTool } from './runTool.ts';

/**
 * Builds the package, the sandbox and the pages.
 *
 * @throws StartError with the end of what the build printed
 */
export async function buildAll(): Promise<void> {
  say('• Building the package and its pages, meanwhile …');
  for (const [command, ...args] of [
    ['npx', 'gulp', '--silent'],
    ['npx', 'gulp', 'site'],
  ] as const)
    await runTool({
      command,
      args,
      cwd: rootFolder,
      doing: 'Building',
      hint: 'Run `npm ci`, then start again.',
    });
  say('  built');
}
