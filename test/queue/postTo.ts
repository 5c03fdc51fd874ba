import { waitFor } from '../../playground/index.ts';
import type { Member } from './n8n/member.ts';

const patienceMs = 5 * 60_000;
/** Shorter than fetch's own, whose error names no address. */
const answerWithinMs = 4 * 60_000;

/**
 * Calls a webhook of n8n.
 *
 * @returns how long the answer took, in milliseconds
 * @throws Error when n8n refuses it
 */
export async function postTo({ url }: Member, path: string, body: object): Promise<number> {
  const startedAt = performance.now();
  const call = async () => {
    const { status } = await fetch(`${url}/webhook/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch((cause: unknown) => {
      throw new Error(`n8n did not answer POST /webhook/${path}: ${String(cause)}`, { cause });
    });
    if (status === 200) return true;
    // A webhook answers a moment after its workflow is published.
    if (status === 404) return undefined;
    throw new Error(`n8n answered ${status} to POST /webhook/${path}`);
  };
  await waitFor(call, patienceMs, () => new Error(`n8n does not know /webhook/${path}`));
  return performance.now() - startedAt;
}
