import { readFile } from 'node:fs/promises';

/** Environment that makes a Node process listen for an inspector on loopback, at any free port. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** A process's own view of its memory. */
export interface Inspector {
  /** What is left on the heap after everything unused was thrown out, in MB. */
  heapMegabytes(): Promise<number>;
  close(): void;
}

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
  const call = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++lastId;
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async heapMegabytes() {
      await call('HeapProfiler.collectGarbage');
      return (await call('Runtime.getHeapUsage')).usedSize! / 1e6;
    },
    close: () => socket.close(),
  };
}
