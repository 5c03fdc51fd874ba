/**
 * Preloaded into n8n. Holds executions that fall asleep for HOLD_SLEEP_MS on their way into the
 * database, and those that wake for HOLD_WAKE_MS between n8n's reading and its marking them as
 * running, in milliseconds: what takes a moment on a quiet machine takes as long on a busy one.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const requireAsN8n = createRequire(process.argv[1]);
requireAsN8n('reflect-metadata');
const { ExecutionPersistence } = requireAsN8n('../dist/executions/execution-persistence.js');
const original = ExecutionPersistence.prototype.updateExistingExecution;
ExecutionPersistence.prototype.updateExistingExecution = async function (
  id,
  execution,
  conditions,
) {
  if (execution.status === 'waiting') await sleep(Number(process.env.HOLD_SLEEP_MS));
  if (conditions?.requireStatus === 'waiting') await sleep(Number(process.env.HOLD_WAKE_MS));
  return await original.call(this, id, execution, conditions);
};
