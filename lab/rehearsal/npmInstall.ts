import { setTimeout } from 'node:timers/promises';
import { runCommand } from './runCommand.ts';

export const mostTries = 8;

/**
 * Installs packages by name. A registry that asks another one says that there is no such package
 * (E404) when the other one doesn't answer, so that is tried again.
 *
 * @throws with the end of npm's output when it fails
 */
export async function npmInstall(
  args: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
  pauseMs = 20_000,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await runCommand('npm', ['install', '--no-audit', '--no-fund', ...args], where);
      return;
    } catch (error) {
      if (tries === mostTries || !String(error).includes('E404')) throw error;
      await setTimeout(pauseMs);
    }
  }
}
