/**
 * Preloaded into a process of n8n. Holds each job back on its way into the queue for HOLD_JOBS_MS,
 * the settings of n8n's OpenTelemetry module on their way from the database for HOLD_OTEL_MS, and the
 * last step of an execution that goes to sleep for HOLD_SLEEP_MS, in milliseconds. Nothing else is changed: what takes a moment on a quiet machine takes as long as on
 * a busy one.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const requireAsN8n = createRequire(process.argv[1]);
const { HOLD_JOBS_MS, HOLD_OTEL_MS, HOLD_SLEEP_MS } = process.env;

function hold(owner, method, durationMs, isMeant = () => true) {
  if (!durationMs) return;
  const original = owner[method];
  owner[method] = async function (...given) {
    if (isMeant(...given)) await sleep(Number(durationMs));
    return await original.apply(this, given);
  };
}

requireAsN8n('reflect-metadata');
hold(requireAsN8n('bull').prototype, 'add', HOLD_JOBS_MS);
const { SettingsRepository } = requireAsN8n('@n8n/db');
hold(SettingsRepository.prototype, 'findByKey', HOLD_OTEL_MS, (key) => key === 'features.otel');
const { ExecutionLifecycleHooks } = requireAsN8n('n8n-core');
const isSleep = (hook, [run]) => hook === 'workflowExecuteAfter' && run.waitTill !== undefined;
hold(ExecutionLifecycleHooks.prototype, 'runHook', HOLD_SLEEP_MS, isSleep);
