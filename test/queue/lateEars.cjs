/**
 * Preloaded into n8n's webhook process. Lets it begin to listen for the end of a job only
 * HOLD_LISTEN_MS after it has queued it, in milliseconds: what takes a moment on a quiet machine
 * takes as long as on a busy one.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const Job = createRequire(process.argv[1])('bull/lib/job');
const original = Job.prototype.finished;
Job.prototype.finished = async function () {
  await sleep(Number(process.env.HOLD_LISTEN_MS));
  return await original.call(this);
};
