import { taskStatus } from '../generated/contract';
import { nameValue, type Read } from '../parameters/readValue';

const label = 'Other Final Statuses';
const contractWords: readonly string[] = Object.values(taskStatus);

/**
 * Reads a list of statuses: text with commas, or an array from an expression. The words of the
 * contract are refused, in any spelling: they mean what the service says they mean.
 *
 * @param value - the option's value, expressions resolved
 */
export function readFinalStatuses(value: unknown): Read<string[]> {
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  const strange = entries.find((entry) => !['string', 'number'].includes(typeof (entry ?? '')));
  if (strange !== undefined)
    return { problem: `${label} must be text, but it holds ${nameValue(strange)}.` };
  const statuses = entries
    .flatMap((entry) => (typeof entry === 'string' ? entry.split(',') : String(entry ?? '')))
    .map((status) => status.trim())
    .filter((status) => status !== '');
  if (statuses.length === 0)
    return { problem: `${label} is empty. List a status, or remove the option.` };
  const taken = statuses.find((status) => contractWords.includes(status.toLowerCase()));
  if (taken !== undefined)
    return {
      problem: `${label} holds "${taken}", which this node knows already. List only other statuses, such as "archived".`,
    };
  return { value: statuses };
}
