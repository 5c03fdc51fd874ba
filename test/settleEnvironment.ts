import { proxies } from '../playground/processes/proxies.ts';

const settingsOfN8n = /^(N8N|DB|EXECUTIONS|QUEUE)_|^(WEBHOOK_URL|GENERIC_TIMEZONE|NODES_EXCLUDE)$/;

/**
 * Takes out of an environment what would make n8n's engine, or requests to this machine, behave
 * otherwise than on the next one. A proxy stays: packages may only come through it.
 */
export function settleEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (settingsOfN8n.test(name)) delete env[name];
  Object.assign(env, proxies(env));
}
