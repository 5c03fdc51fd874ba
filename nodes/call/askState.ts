import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller } from './caller';

/** What n8n says of an execution; "unknown" where it could not be asked. */
export type ExecutionState = 'asleep' | 'awake' | 'over' | 'unknown';

/** n8n's words for it. "null" is one that does not exist. */
const states: Record<string, ExecutionState> = {
  waiting: 'asleep',
  'form-waiting': 'asleep',
  new: 'awake',
  running: 'awake',
  success: 'over',
  error: 'over',
  crashed: 'over',
  canceled: 'over',
  null: 'over',
};

/** n8n fails, and writes an error, over one that was killed before it stored anything of it. */
const neverStored = /Cannot read properties of undefined/;

/** Asks n8n what state an execution is in. Changes nothing, and leaves nothing in n8n's log. */
export async function askState(
  { get }: Pick<Caller, 'get'>,
  { statusUrl }: Pick<OwnAddresses, 'statusUrl'>,
): Promise<ExecutionState> {
  try {
    const { httpStatus, text } = await get(statusUrl);
    if (httpStatus === 500 && neverStored.test(text)) return 'over';
    const word = httpStatus === 200 ? (JSON.parse(text) as unknown) : undefined;
    return states[String(word)] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
