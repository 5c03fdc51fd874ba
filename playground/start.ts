import { setGlobalProxyFromEnv } from 'node:http';
import { demoWorkflowId } from './demo/seed.ts';
import { help, readOptions } from './options.ts';
import { startPlayground } from './playground.ts';
import { proxies } from './processes/proxies.ts';
import type { RunningProcess } from './processes/startProcess.ts';
import { say, StartError } from './report.ts';

const MINIMUM_NODE_MAJOR = 24;

// Node read its proxies when it started; n8n and the sandbox are asked past them.
Object.assign(process.env, proxies(process.env));
if (process.env.NODE_USE_ENV_PROXY === '1') setGlobalProxyFromEnv();

const running: RunningProcess[] = [];
let stopping: Promise<void> | undefined;

// In the order opposite to the start: n8n first, so that nothing asks a sandbox that is gone.
const stopAll = () =>
  (stopping ??= (async () => {
    for (const started of running.toReversed()) await started.stop();
  })());

const untilSignal = new Promise<NodeJS.Signals>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => resolve(name));
});

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    say(help);
    return 0;
  }
  const { url, account, sandbox, docsUrl, demo } = await startPlayground(options, running);
  const { executionId, taskId, video, seconds, facts } = demo;
  say(`
The demo workflow made a video in ${seconds} s (execution ${executionId}, task ${taskId}):
  ${video}
  ${facts.duration} s, ${facts.width}x${facts.height}, ${facts.frames} frames, ${facts.codec}`);
  if (options.once) {
    await stopAll();
    say(JSON.stringify({ executionId, taskId, video, seconds }));
    return 0;
  }
  say(`
  editor    ${url}
  login     ${account.email}
  password  ${account.password}
  demo      ${url}/workflow/${demoWorkflowId}
  docs      ${docsUrl}

For a Video Generation API credential of your own, which the sandbox takes:
  Base URL  ${sandbox.url}
  API Key   ${sandbox.apiKey}

Ctrl-C ends everything.`);
  const died = Promise.race(
    running.map(async (started) => `${started.name} ended: ${await started.ended}`),
  );
  throw new StartError(`${await died}. Its log: see ${options.data}.`);
}

if (Number(process.versions.node.split('.')[0]) < MINIMUM_NODE_MAJOR)
  throw new Error(`Node ${MINIMUM_NODE_MAJOR} is needed; \`npm start\` brings it.`);

try {
  process.exitCode = await Promise.race([
    main(),
    untilSignal.then(() => {
      say('\nEnding n8n and the sandbox …');
      return 0;
    }),
  ]);
} catch (error) {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exitCode = 1;
} finally {
  await stopAll();
  process.exit();
}
