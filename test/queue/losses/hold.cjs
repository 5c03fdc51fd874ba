/**
 * Preloaded into n8n's main process. Holds each job back on its way into the queue for HOLD_JOBS_MS,
 * and the start of n8n's modules for HOLD_MODULES_MS, in milliseconds. Nothing else is changed: what
 * takes a moment on a quiet machine takes as long as on a busy one.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const requireAsN8n = createRequire(process.argv[1]);

function hold(owner, method, durationMs) {
  if (!durationMs) return;
  const original = owner[method];
  owner[method] = async function (...given) {
    await sleep(Number(durationMs));
    return await original.apply(this, given);
  };
}

requireAsN8n('reflect-metadata');
hold(requireAsN8n('bull').prototype, 'add', process.env.HOLD_JOBS_MS);
const { ModuleRegistry } = requireAsN8n('@n8n/backend-common');
hold(ModuleRegistry.prototype, 'initModules', process.env.HOLD_MODULES_MS);
