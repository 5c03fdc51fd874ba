import { steadyClock } from '../concurrency/sleep';
import { setNewest } from '../memory/setNewest';
import { Gate } from './Gate';

/** API keys may come from expressions, one for each customer. A gate takes about a kilobyte. */
const mostAccounts = 1_000;

const byAccount = new Map<string, Gate>();

/** Names an account of the service without revealing its key: those who share it share a pace. */
export async function accountKey(baseUrl: string, apiKey: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey]));
  const digest = await crypto.subtle.digest('SHA-256', text);
  return Buffer.from(digest).toString('base64url');
}

export const gates = {
  /** @param account - see {@link accountKey} */
  of(account: string): Gate {
    const gate = byAccount.get(account) ?? new Gate(steadyClock);
    setNewest(byAccount, account, gate, mostAccounts);
    return gate;
  },
};
