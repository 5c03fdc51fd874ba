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
  for (const script of ['build', 'docs:build'])
    await runTool({
      command: 'npm',
      args: ['run', '--silent', script],
      cwd: rootFolder,
      doing: 'Building',
      hint: 'Run `npm ci`, then start again.',
    });
  say('  built');
}
