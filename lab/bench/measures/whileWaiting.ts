import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { waitFor, type Workflow } from '../../../playground/index.ts';
import { countAsleep, hasEnded, install, trigger } from '../n8n/runs.ts';
import { startRig, type Rig } from '../n8n/startRig.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { awake, createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { quickAnswer } from '../n8n/workflows/quickAnswer.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { inspectable, openInspector, type Inspector } from '../process/inspector.ts';
import { cpuSeconds } from '../process/usage.ts';
import { silentPromptTaking } from '../service/taskBook.ts';
import { quantile } from '../statistics/summarize.ts';
import { alternate, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const hour = 3600;
const latencyMs = 200;
const idleSeconds = 12;
/** Several rounds of looks at all tasks. */
const waitingSeconds = 24;
const settleSeconds = 10;
const callsPerSecond = 4;
const patienceSeconds = 60;

const run = promisify(execFile);
const probe = join(import.meta.dirname, '..', 'process', 'probe.ts');

const waitingId = 'waiting';
const otherId = 'other';

/** What a large batch that waits costs all others on the same n8n, beside that n8n when idle. */
export const whileWaiting: Measure = {
  name: 'while-waiting',
  runs: 2,
  seconds: { start: 0, run: 270 },
  async take({ runs, size }) {
    const own = ({ credentials }: Rig, parameters = {}) =>
      onWebhook(waitingId, [createVideo(credentials), waitForVideo(credentials, parameters)]);
    const count = size(5000);
    return await alternate(runs, {
      own: () => measure(own, count, true),
      ownAwake: () => measure((rig) => own(rig, awake), count),
      byHand: () => measure((rig) => loopByHand(waitingId, rig), count),
    });
  },
};

/** In an n8n of its own: what one left to do would burden the next. */
async function measure(workflow: (rig: Rig) => Workflow, count: number, isAsleep = false) {
  const rig = await startRig(inspectable);
  const { service, client } = rig;
  const inspector = await openInspector(rig.n8n.logFile);
  try {
    await install(rig, quickAnswer(otherId));
    await install(rig, workflow(rig));
    service.reset({ latencyMs });
    await warmUp(rig);
    const idle = await watch(rig, inspector, idleSeconds);

    await trigger(
      rig,
      waitingId,
      Array.from({ length: count }, () => silentPromptTaking(hour)),
    );
    const isCreated = () => service.book.tasks.size === count;
    await untilTrue(async () => isCreated() || (await hasEnded(rig, waitingId)), 500);
    // A batch that failed waits for nothing: it has no figures.
    if (!isCreated()) return { created: service.book.tasks.size };
    if (isAsleep) await untilTrue(async () => (await countAsleep(client, waitingId)) === 1, 500);
    await sleep(settleSeconds * 1000);
    const waiting = await watch(rig, inspector, waitingSeconds);
    return {
      ...waiting,
      idleLatencyMilliseconds: idle.latencyMilliseconds,
      idleP95Milliseconds: idle.p95Milliseconds,
      idleCpu: idle.cpu,
      idleLoopP99Milliseconds: idle.loopP99Milliseconds,
      overIdle: waiting.latencyMilliseconds / idle.latencyMilliseconds,
      p95OverIdle: waiting.p95Milliseconds / idle.p95Milliseconds,
      waiting: count,
    };
  } finally {
    inspector.close();
    // Its executions would keep it from ending by itself.
    await rig.n8n.kill();
    await rig.stop();
  }
}

const addressOf = ({ n8n }: Rig) => `${n8n.url}/webhook/${otherId}`;

/** The first runs of any code are compiled while they run, and a new webhook may not be there yet. */
async function warmUp(rig: Rig): Promise<void> {
  for (let answered = 0; answered < 30; answered++)
    await waitFor(
      async () => (await fetch(addressOf(rig))).ok || undefined,
      60_000,
      () => new Error('n8n does not answer the probe'),
    );
}

/** Calls another workflow for a while, and notes what n8n does meanwhile. */
async function watch(rig: Rig, inspector: Inspector, seconds: number) {
  const { n8n, service } = rig;
  const looks = () => service.requests.length;
  const before = { cpu: cpuSeconds(n8n.pid), looks: looks(), ms: performance.now() };
  await inspector.watchLoop();
  const { stdout } = await run(process.execPath, [
    ...['--no-warnings', probe, addressOf(rig)],
    ...[seconds, callsPerSecond, patienceSeconds].map(String),
  ]);
  const took = (performance.now() - before.ms) / 1000;
  const loop = await inspector.loopDelay();
  const latencies = JSON.parse(stdout) as number[];
  return {
    latencyMilliseconds: quantile(latencies, 0.5),
    p95Milliseconds: quantile(latencies, 0.95),
    mostMilliseconds: Math.max(...latencies),
    cpu: (cpuSeconds(n8n.pid) - before.cpu) / took,
    loopMedianMilliseconds: loop.medianMilliseconds,
    loopP99Milliseconds: loop.p99Milliseconds,
    loopMostMilliseconds: loop.mostMilliseconds,
    looksPerSecond: (looks() - before.looks) / took,
  };
}
