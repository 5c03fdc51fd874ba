import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TaskRuns } from '../../../nodes/VideoFinishedTrigger/taskRuns.ts';

const ended = (statusCode: number) => ({ writableEnded: true, statusCode });

describe('TaskRuns', () => {
  it('knows from Node’s own answer how the workflow ended, though the caller has left', async () => {
    let answering: (response: ServerResponse) => void;
    const answered = new Promise<ServerResponse>((resolve) => (answering = resolve));
    const server = createServer((_, response) => answering(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const caller = request({ host: '127.0.0.1', port, method: 'POST' }).end();
    caller.on('error', () => {});
    const response = await answered;
    const runs = new TaskRuns();
    runs.add('a', response);
    const left = once(response, 'close');
    caller.destroy();
    await left;
    expect(runs.whyNot('a')).toEqual(runs.whenShared);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    expect(runs.whyNot('a')).toMatchObject({ httpStatus: 200 });
    server.close();
  });

  it('forgets the task whose start is longest ago when there are many', () => {
    const runs = new TaskRuns();
    for (let index = 0; index < 1_000; index++) runs.add(`${index}`, ended(index ? 200 : 500));
    // The first one runs again, and so becomes the last.
    runs.add('0', ended(200));
    runs.add('new', ended(200));
    expect(runs.whyNot('1')).toBeUndefined();
    for (const known of ['0', '2', '999', 'new']) expect(runs.whyNot(known)).toBeDefined();
  });

  it('holds no answer that was given', () => {
    const runs = new TaskRuns();
    const answers = [200, 500].map((statusCode) => ({
      ...ended(statusCode),
      writableEnded: false,
    }));
    answers.forEach((answer, index) => runs.add(`${index}`, answer));
    for (const answer of answers) answer.writableEnded = true;
    runs.whyNot('another');
    // What is not held can't change its mind any more.
    Object.assign(answers[0]!, { statusCode: 500 });
    Object.assign(answers[1]!, { statusCode: 200 });
    expect(runs.whyNot('0')).toMatchObject({ httpStatus: 200 });
    expect(runs.whyNot('1')).toBeUndefined();
  });
});
