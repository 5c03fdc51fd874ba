import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounds } from '../../nodes/VideoFinishedTrigger/LookBudget.ts';
import {
  importCredential,
  importWorkflow,
  publish,
  untilEnded,
  waitFor,
} from '../../playground/index.ts';
import { openGate, type Gate } from './gate.ts';
import { orderVideo } from './orderVideo.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const webhookId = '6a1f3a0e-6a56-4a6e-9d7b-7c54f0f3c2d1';
const trigger = 'Video Finished Trigger';
const forgedCalls = 400;
const realTasks = 10;
// n8n sets aside some 12 MB for each call that is held: 110 of them take three times what it has when
// idle, all 400 would take seven times as much.
const mostTimesIdle = 4;

let real: RealN8n;
/** Before the service, to count what it is asked. */
let service: Gate;
let url: string;

beforeAll(async () => {
  service = await openGate(() => real.sandbox.url);
  real = await startRealN8n({
    // As behind a proxy that tells who calls; the flood comes from elsewhere than the service.
    env: {
      N8N_PROXY_HOPS: '1',
      // The service counts as outside by its name, and n8n's own address as inside.
      N8N_HOST: '127.0.0.1',
      N8N_SSRF_PROTECTION_ENABLED: 'true',
      N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
      // Whatever the settings for all tests allow.
      N8N_SSRF_ALLOWED_IP_RANGES: '',
    },
    sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'],
  });
  const credential = await importCredential(real.client, {
    name: 'Counted',
    type: 'videoGenApi',
    data: { baseUrl: outside(service.url), apiKey: real.sandbox.apiKey },
  });
  const workflow = chain('on-flood', [
    {
      name: trigger,
      type: 'n8n-nodes-videogen.videoFinishedTrigger',
      webhookId,
      credentials: { videoGenApi: credential },
    },
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
  await importWorkflow(real.client, workflow);
  await publish(real.client, workflow.id);
  url = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
  await waitFor(
    async () => (await call({ id: '' })) === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );
});
afterAll(async () => {
  await real?.stop();
  await service?.close();
});

const outside = (address: string) => address.replace('127.0.0.1', 'localhost');

const agent = new Agent({ maxSockets: Infinity });

/** Calls the trigger as if from an address; 0 when nothing is answered. */
const call = (body: object, from = '203.0.113.7') =>
  new Promise<number>((resolve) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    sent.on('error', () => resolve(0));
    sent.end(JSON.stringify(body));
  });

/** Calls about a task as the service does, again until it is taken: n8n itself may be too busy. */
const callUntilTaken = (id: string) =>
  waitFor(
    async () => (await call({ id }, '192.0.2.1')) === 200 || undefined,
    300_000,
    () => new Error(`No callback about task ${id} was taken`),
  );

/** The tasks that have started the workflow, once for each start, when there are that many. */
const untilStarted = (count: number) =>
  waitFor(
    async () => {
      const { results } = await real.client.get<{ results: { id: string }[] }>(
        `/rest/executions?limit=${count * 2}`,
      );
      if (results.length < count) return undefined;
      const runs = await Promise.all(results.map(({ id }) => untilEnded(real.client, id, 60_000)));
      // One may fail in the flood before a node of it has run; the service calls again then.
      const started = runs
        .flatMap(({ data }) => data.resultData.runData[trigger] ?? [])
        .filter((run) => run.data !== undefined);
      if (started.length < count) return undefined;
      return started.map((run) => run.data!.main![0]![0]!.json.id);
    },
    120_000,
    () => new Error('Not every real callback started the workflow'),
  );

/** Resident memory of n8n's process, in MB. */
const memoryMb = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(real.n8n.pid)])) / 1024;

describe(`Video Finished Trigger, amid ${forgedCalls} forged calls at once`, () => {
  it('starts every real task once, asks little for the forged ones, and holds little memory', async () => {
    const ids = await Promise.all(
      Array.from({ length: realTasks }, () => orderVideo(real.sandbox)),
    );
    const idleMb = memoryMb();
    let mostMb = idleMb;
    const sampling = setInterval(() => (mostMb = Math.max(mostMb, memoryMb())), 250);
    const startedAtMs = Date.now();
    const forged = Array.from({ length: forgedCalls }, (_, index) =>
      call({ id: `forged_${index}`, status: 'completed' }),
    );
    // The service calls twice about each, as it may.
    const taken = [...ids, ...ids].map(callUntilTaken);
    const answers = await Promise.all(forged)
      .then(async (statuses) => (await Promise.all(taken), statuses))
      .finally(() => clearInterval(sampling));
    agent.destroy();
    const seconds = (Date.now() - startedAtMs) / 1000;

    const asked = service.requests.map(({ path }) => decodeURIComponent(path.split('/').at(-1)!));
    const inVain = asked.filter((id) => id.startsWith('forged_'));
    const countOf = (status: number) => answers.filter((answer) => answer === status).length;
    console.log(
      `${inVain.length} requests for ${forgedCalls} forged calls in ${Math.round(seconds)} s; ` +
        [...new Set(answers)].map((status) => `${countOf(status)} × ${status}`).join(', ') +
        `; ${Math.round(idleMb)} MB idle, ${Math.round(mostMb)} MB at most`,
    );
    // The calls come within a minute; of those that come later, few are told that they are too many.
    expect(inVain.length).toBeLessThanOrEqual(bounds.perMinuteAndCaller * Math.ceil(seconds / 60));
    expect((await untilStarted(realTasks)).toSorted()).toEqual(ids.toSorted());
    expect(mostMb).toBeLessThan(mostTimesIdle * idleMb);
    await waitFor(
      async () => memoryMb() < 2 * idleMb || undefined,
      180_000,
      () => new Error(`n8n still holds ${memoryMb()} MB, of ${idleMb} MB before`),
    );
  });
});

it('stays awake where n8n may not call itself, and names the setting that helps', async () => {
  const credential = await importCredential(real.client, {
    name: 'Outside',
    type: 'videoGenApi',
    data: {
      baseUrl: outside(real.sandbox.url),
      apiKey: real.sandbox.apiKey,
    },
  });
  const execution = await real.run(
    chain('protected', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi: credential },
        parameters: { prompt: 'A paper boat sandbox:takes=5' },
      },
    ]),
  );
  expect(execution.status).toBe('success');
  const [run] = execution.data.resultData.runData['Create Video']!;
  expect(run!.data!.main![0]).toMatchObject([{ json: { status: 'completed' } }]);
  expect(run!.hints![0]).toMatchObject({
    message:
      'This execution kept running while it waited, because n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES can allow it). A restart of n8n would have ended it, but not the video tasks.',
  });
});
