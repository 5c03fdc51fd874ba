import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasten } from '../../../engine/hasten.ts';
import {
  startLoopbackService,
  type Handler,
  type LoopbackService,
} from '../../../engine/loopbackService.ts';
import { runNode, testCredential } from '../../../engine/runNode.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';

havePatience({});

hasten();

interface Kind {
  name: string;
  handler: Handler;
  /** POST requests over all three tries. */
  requests: number;
  /** Tasks that the service made. */
  created: number;
  message: string | undefined;
  nextStep: string;
  patience?: Parameters<typeof setPatience>[0];
  baseUrl?: string;
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  ({ response }) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

const look = 'Check the service’s dashboard before you order this again.';
const notPaid = 'Nothing was charged.';

const kinds: Kind[] = [
  {
    name: 'accepted at once',
    handler: ({ response, create }) =>
      response.writeHead(202).end(JSON.stringify({ id: create(), status: 'pending' })),
    requests: 1,
    created: 1,
    message: undefined,
    nextStep: '',
  },
  {
    name: 'answered completed at once, 201',
    handler: ({ response, create }) =>
      response
        .writeHead(201)
        .end(JSON.stringify({ id: create(), status: 'completed', results: ['http://x/y.mp4'] })),
    requests: 1,
    created: 1,
    message: undefined,
    nextStep: '',
  },
  {
    name: 'the key refused, 401',
    handler: answer(401, { error: { message: 'bad key' } }),
    requests: 3,
    created: 0,
    message: 'The service refused the API key (HTTP 401)',
    nextStep: `${notPaid} Check the API key`,
  },
  {
    name: 'the request refused, 422',
    handler: answer(422, { detail: 'duration is too long' }),
    requests: 3,
    created: 0,
    message: 'duration is too long',
    nextStep: `${notPaid} The service refused the request (HTTP 422). Fix the problem it names. Then try again.`,
  },
  {
    name: 'another server, 404 with HTML',
    handler: answer(404, '<html><h1>Not Found</h1></html>', { 'content-type': 'text/html' }),
    requests: 3,
    created: 0,
    message: 'There is no video service at <base> (HTTP 404)',
    nextStep: 'Check the Base URL',
  },
  {
    name: '429 until the budget is spent',
    handler: answer(429, {}, { 'retry-after': '3600' }),
    // Further tries find the account still closed.
    requests: 1,
    created: 0,
    message: 'The service is too busy to accept this request (HTTP 429)',
    nextStep: notPaid,
  },
  {
    name: '429 once, then accepted',
    handler: ({ index, response, create }) =>
      index === 0
        ? response.writeHead(429, { 'retry-after': '0' }).end('{}')
        : response.end(JSON.stringify({ id: create(), status: 'pending' })),
    requests: 2,
    created: 1,
    message: undefined,
    nextStep: '',
  },
  {
    name: '500 after the task was made',
    handler: ({ response, create }) => {
      create();
      response.writeHead(500).end('{"message":"database is away"}');
    },
    requests: 1,
    created: 1,
    message: 'The service had a problem while it was handling the request (HTTP 500)',
    nextStep: look,
  },
  {
    name: 'reset after the task was made',
    handler: ({ response, create }) => {
      create();
      response.destroy();
    },
    requests: 1,
    created: 1,
    message: 'The service didn’t answer, so nobody knows whether it accepted the request',
    nextStep: look,
  },
  {
    name: 'no answer in time',
    handler: ({ create }) => void create(),
    patience: { answerMs: 1_000 },
    requests: 1,
    created: 1,
    message: 'The service didn’t answer, so nobody knows whether it accepted the request',
    nextStep: look,
  },
  {
    name: 'headers, then silence',
    handler: ({ response, create }) => {
      create();
      response.writeHead(200).write('{"st');
    },
    patience: { answerMs: 1_000 },
    requests: 1,
    created: 1,
    message: 'The service answered, but we can’t read its answer (HTTP 200)',
    nextStep: look,
  },
  {
    name: 'broken off after the id',
    handler: ({ response, create }) =>
      response
        .writeHead(200, { 'content-length': '500' })
        .write(`{"id":"${create()}","status":"pen`, () => response.destroy()),
    requests: 1,
    created: 1,
    message: undefined,
    nextStep: '',
  },
  {
    name: 'HTML with 200',
    handler: answer(200, '<html>Welcome</html>'),
    requests: 1,
    created: 0,
    message: 'The service answered, but we can’t read its answer (HTTP 200)',
    nextStep: look,
  },
  {
    name: 'no id in the answer',
    handler: ({ response, create }) => {
      create();
      response.end('{"status":"pending","task":{}}');
    },
    requests: 1,
    created: 1,
    message: 'The service accepted the request, but its answer holds no task ID (HTTP 200)',
    nextStep: 'The answer has the fields: status, task',
  },
  {
    name: '50 MB of answer',
    handler: ({ response, create }) => {
      response.write(`{"id":"${create()}","padding":"`);
      const block = Buffer.alloc(1_000_000, 'x');
      let sent = 0;
      const more = () => {
        while (sent++ < 50) if (!response.write(block)) return void response.once('drain', more);
        response.end('"}');
      };
      more();
    },
    requests: 1,
    created: 1,
    message: undefined,
    nextStep: '',
  },
  {
    name: 'a redirect to another host',
    handler: answer(307, '', { location: 'http://elsewhere.test/v1?token=secret' }),
    requests: 3,
    created: 0,
    message: 'The service answered with a redirect to http://elsewhere.test/v1?*** (HTTP 307)',
    nextStep: 'We don’t follow redirects',
  },
  {
    name: 'nobody listens',
    handler: () => undefined,
    // Port 9 is the discard service, which no test machine runs; nothing is sent anywhere else.
    baseUrl: 'http://127.0.0.1:9',
    patience: { busyMs: 0 },
    requests: 0,
    created: 0,
    message: 'n8n can’t reach the service at http://127.0.0.1:9',
    nextStep: notPaid,
  },
];

const rows: string[] = [];
let service: LoopbackService | undefined;

beforeAll(() => nock.restore());
afterEach(async () => {
  await service?.close();
  service = undefined;
});
afterAll(() => {
  nock.activate();
  console.log(
    [
      '| failure, with Retry On Fail and 3 tries | requests | tasks created | duplicates | message |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  );
});

describe('Create Video under Retry On Fail with 3 tries', () => {
  it.each(kinds)('pays at most once and says what happened: $name', async (kind) => {
    setPatience(kind.patience ?? {});
    service = await startLoopbackService(kind.handler);
    const { error, outputs, run } = await runNode({
      type: 'createVideo',
      parameters: {
        operation: 'create',
        prompt: 'A paper boat',
      },
      settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
      credential: { ...testCredential, baseUrl: kind.baseUrl ?? service.baseUrl },
    });

    const message = kind.message?.replace('<base>', service.baseUrl);
    const duplicates = Math.max(0, service.created - 1);
    rows.push(
      `| ${kind.name} | ${service.requests.length} | ${service.created} | ${duplicates} | ${error?.message ?? '(finished)'} |`,
    );
    expect(error?.message).toBe(message);
    expect(error?.description ?? '').toContain(kind.nextStep);
    expect(service.requests).toHaveLength(kind.requests);
    expect(service.created).toBe(kind.created);
    expect(duplicates).toBe(0);
    expect(JSON.stringify([run, error?.description])).not.toContain(testCredential.apiKey);
    if (!message) expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_1']);
  });
});
