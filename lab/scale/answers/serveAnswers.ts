import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service answers to every request until it is told otherwise. */
export interface Answer {
  status: number;
  /** `{{id}}` stands for the task that was asked for, or a new one. */
  body: string;
}

/** A service in a process of its own: neither its work nor its memory counts. */
let answer: Answer = { status: 200, body: '{}' };
let created = 0;
let asked = 0;
let waitedFor = Infinity;
const tellWhenEnough = () => {
  if (asked < waitedFor) return;
  waitedFor = Infinity;
  process.send?.('asked');
};

const server = createServer((request, response) => {
  const path = request.url ?? '';
  request.resume();
  asked += 1;
  response.once('finish', tellWhenEnough);
  const id = request.method === 'POST' ? `task_${(created += 1)}` : path.split('/').at(-1)!;
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(answer.body.replace('{{id}}', id));
});
process.on('message', (next: Answer | { asked: number }) => {
  if ('asked' in next) {
    waitedFor = asked + next.asked;
    return;
  }
  answer = next;
  process.send?.('taken');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
