import { signal } from '../../../playground/processes/groups.ts';
import { freePort, startN8n, type N8nOptions, type RunningN8n } from '../../../playground/index.ts';

/** One process of a distributed n8n, which can be killed and started again in the same place. */
export interface Member {
  url: string;
  /** @param more - environment for this start alone */
  start(more?: Record<string, string>): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Holds the process up where it is (SIGSTOP), until it is let go or killed. */
  hold(): void;
  /** Nothing happens where it was killed. */
  letGo(): void;
  /** @param patienceMs - how long it may take before it is killed */
  stop(patienceMs?: number): Promise<void>;
  logFiles: string[];
}

/** Chooses a port and prepares a process; `start` starts it. */
export async function prepareMember(
  options: N8nOptions & { userFolder: string },
  env: () => Promise<Record<string, string>>,
): Promise<Member> {
  const port = await freePort();
  const logFiles: string[] = [];
  let running: RunningN8n | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    logFiles,
    async start(more = {}) {
      const logFile = `${options.userFolder}/${logFiles.length + 1}.log`;
      logFiles.push(logFile);
      running = await startN8n({ ...options, port, logFile, env: { ...(await env()), ...more } });
    },
    kill: async () => running?.kill(),
    // Each process leads a session of its own.
    hold: () => signal(-running!.pid, 'SIGSTOP'),
    letGo: () => signal(-running!.pid, 'SIGCONT'),
    stop: async (patienceMs) => running?.stop(patienceMs),
  };
}
