import { request as forward } from 'node:http';
import { listen } from '../listen.ts';

export interface Gate {
  url: string;
  /** The paths of which answers were passed on, in order. */
  answers: string[];
  close(): Promise<void>;
}

/**
 * A server between two others that shows what passes.
 *
 * @param target - base URL of the server behind, asked at every request
 * @param prefix - path under which the gate stands
 */
export async function openGate(target: () => string, prefix = ''): Promise<Gate> {
  const answers: string[] = [];
  const { url, close } = await listen((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    const passed = forward(target() + path.slice(prefix.length), { method, headers }, (answer) => {
      answers.push(path);
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', fail).pipe(outgoing);
    });
    passed.on('error', fail);
    incoming.on('error', () => passed.destroy()).pipe(passed);
    outgoing.on('error', () => passed.destroy());
  });
  return { url: url + prefix, answers, close };
}
