/**
 * Preloaded into n8n's main process. Holds each job back on its way into the queue for HOLD_JOBS_MS,
 * and the settings of n8n's OpenTelemetry module on their way from the database for HOLD_OTEL_MS, in
 * milliseconds. Nothing else is changed: what takes a moment on a quiet machine takes as long as on
 * a busy one.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const requireAsN8n = createRequire(process.argv[1]);
const { HOLD_JOBS_MS, HOLD_OTEL_MS } = process.env;

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
