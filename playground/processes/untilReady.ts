import { StartError } from '../report.ts';
import { waitFor } from '../waitFor.ts';
import type { RunningProcess } from './startProcess.ts';

// A slow machine takes minutes; a process that has ended is told at once.
const READY_TIMEOUT_MS = 600_000;

const failure = async (what: string, { logFile, logTail }: RunningProcess) =>
  new StartError(`${what}\nThe end of ${logFile}:\n${await logTail()}`);

/**
 * Waits until a process answers; one that ends or does not get there is ended and told with its log.
 *
 * @param isReady asks it; a refused connection counts as "not yet"
 */
export async function untilReady(
  started: RunningProcess,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const ask = async () => {
    if (!started.running()) {
      throw await failure(`${started.name} ended (${await started.ended}).`, started);
    }
    return (await isReady().catch(() => false)) || undefined;
  };
  try {
    await waitFor(ask, READY_TIMEOUT_MS, () => new Error('late'));
  } catch (error) {
    await started.stop();
    if (error instanceof StartError) throw error;
    const seconds = READY_TIMEOUT_MS / 1000;
    throw await failure(`${started.name} did not answer within ${seconds} seconds.`, started);
  }
}
