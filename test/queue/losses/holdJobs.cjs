/**
 * Preloaded into n8n: holds each job back on its way into the queue, for HOLD_JOBS_MS milliseconds.
 * What n8n has stored of the execution by then stays as it is.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const Queue = createRequire(process.argv[1])('bull');
const { add } = Queue.prototype;
Queue.prototype.add = async function (...job) {
  await sleep(Number(process.env.HOLD_JOBS_MS));
  return await add.apply(this, job);
};
