import { writeFile } from 'node:fs/promises';
import type { Renderer } from '../../../sandbox/src/index.ts';
import { sampleMp4 } from '../../../sandbox/src/render/sampleMp4.ts';

/** Lets a test say when tasks finish, whatever the speed of the machine. */
export interface Gate {
  renderer: Renderer;
  /** Finishes the tasks whose prompt is meant, those that come later too. */
  open(isMeant: (prompt: string) => boolean): void;
}

interface Held {
  prompt: string;
  finish(): void;
}

/** A renderer that finishes no task until it is told to; each video then holds its own prompt. */
export function createGate(): Gate {
  const opened: ((prompt: string) => boolean)[] = [];
  const held = new Set<Held>();
  const untilOpen = (prompt: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (opened.some((isMeant) => isMeant(prompt))) return resolve();
      held.add({ prompt, finish: resolve });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return {
    open(isMeant) {
      opened.push(isMeant);
      for (const task of held) {
        if (!isMeant(task.prompt)) continue;
        held.delete(task);
        task.finish();
      }
    },
    renderer: {
      name: 'gated',
      needsInputs: false,
      concurrency: Infinity,
      async render({ request: { prompt }, outputPath, onProgress, signal }) {
        onProgress(50);
        await untilOpen(prompt, signal);
        await writeFile(outputPath, Buffer.concat([sampleMp4, freeBox(prompt)]));
        onProgress(100);
      },
    },
  };
}

/** A part of an MP4 file that players skip. */
function freeBox(text: string): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length);
  head.write('free', 4);
  return Buffer.concat([head, content]);
}
