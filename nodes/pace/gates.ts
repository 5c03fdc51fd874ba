import { steadyClock } from '../concurrency/sleep';
import { setNewest } from '../memory/setNewest';
import { Gate } from './Gate';

/** Keys may come from expressions, one for each customer; a gate costs a kilobyte. */
const mostAccounts = 1_000;

/** The gates of this process, by account. */
const byAccount = new Map<string, Gate>();

/**
 * Names an account of the service without telling its key: requests with the same base URL and key
 * share a pace, and executions with them are watched together.
 */
export async function accountKey(baseUrl: string, apiKey: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey]));
  const digest = await crypto.subtle.digest('SHA-256', text);
  return Buffer.from(digest).toString('base64url');
}

export const gates = {
  /** @param account - its name, which does not tell its key */
  of(account: string): Gate {
    const gate = byAccount.get(account) ?? new Gate(steadyClock);
    setNewest(byAccount, account, gate, mostAccounts);
    return gate;
  },
};
