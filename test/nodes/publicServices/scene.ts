import type { IRun } from 'n8n-workflow';
import { family } from '../../engine/publicService.ts';
import { testCredential } from '../../engine/runNode.ts';
import { errorOf, runToEnd, table, type Setup } from '../../promises/scene.ts';

/** The account as a person has it at such a service. */
export const credential = { ...testCredential, modelFamily: family };

export const play = async (setup: Setup = {}) =>
  await runToEnd(table(['A paper boat'], { credential, ...setup }));

/** What a person reads of an execution that failed, and what a workflow can decide by. */
export function told(run: IRun) {
  const { message, description, context = {} } = errorOf(run)!;
  const { reason, paid, taskId, codes } = context;
  return { message, description, reason, paid, taskId, codes };
}
