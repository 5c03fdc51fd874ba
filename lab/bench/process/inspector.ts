import { readFile } from 'node:fs/promises';

/** Environment that makes a Node process listen for an inspector on loopback, at any free port. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** How long its event loop kept timers waiting. */
export interface LoopDelay {
  medianMilliseconds: number;
  p99Milliseconds: number;
  mostMilliseconds: number;
}

/** A process's own view of itself. */
export interface Inspector {
  /** What is left on the heap after everything unused was thrown out, in MB. */
  heapMegabytes(): Promise<number>;
  /** Begins to measure the delay of the event loop. */
  watchLoop(): Promise<void>;
  /** What was measured since the last `watchLoop`. */
  loopDelay(): Promise<LoopDelay>;
  close(): void;
}

interface Evaluation {
  result: { value: unknown };
  exceptionDetails?: { text: string };
}

const loopResolutionMs = 10;

/** @param logFile - where the process said at which address it listens */
export async function openInspector(logFile: string): Promise<Inspector> {
  const address = /ws:\/\/\S+/.exec(await readFile(logFile, 'utf8'))?.[0];
  if (!address) throw new Error(`No inspector is named in ${logFile}`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let lastId = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++lastId;
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string) => {
    const answer = await call('Runtime.evaluate', { expression, returnByValue: true });
    const { result, exceptionDetails } = answer as unknown as Evaluation;
    if (exceptionDetails) throw new Error(`n8n's process: ${exceptionDetails.text}`);
    return result.value;
  };
  return {
    async watchLoop() {
      await evaluate(
        `globalThis.benchLoop?.disable(); globalThis.benchLoop = process.getBuiltinModule('perf_hooks').monitorEventLoopDelay({ resolution: ${loopResolutionMs} }); benchLoop.enable()`,
      );
    },
    async loopDelay() {
      const value = await evaluate(
        '[benchLoop.percentile(50), benchLoop.percentile(99), benchLoop.max].join()',
      );
      // Each value holds the timer's own period.
      const [middle, p99, most] = String(value)
        .split(',')
        .map((each) => Math.max(0, Number(each) / 1e6 - loopResolutionMs));
      return { medianMilliseconds: middle!, p99Milliseconds: p99!, mostMilliseconds: most! };
    },
    async heapMegabytes() {
      await call('HeapProfiler.collectGarbage');
      return (await call('Runtime.getHeapUsage')).usedSize! / 1e6;
    },
    close: () => socket.close(),
  };
}
