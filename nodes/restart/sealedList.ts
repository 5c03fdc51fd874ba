import { keyedHash } from '../links/label';
import { addressOf, type Sleeper } from '../call/Waker';

/*
 * An execution's token opens everything that it waits for, such as an approval at n8n's own Wait node. So
 * that whoever may read the root's data can't read the others' tokens, the list is encrypted with a key
 * derived from the account's API key, which n8n shows to nobody.
 */

const cipher = 'AES-GCM';
const ivBytes = 12;

async function deriveKey(apiKey: string) {
  const bytes = await keyedHash(apiKey, 'list of sleeping executions');
  return await crypto.subtle.importKey('raw', bytes, cipher, false, ['encrypt', 'decrypt']);
}

/** Encrypts the IDs and the queries of executions: all else in their addresses is the same. */
export async function sealList(others: readonly Sleeper[], apiKey: string): Promise<string> {
  const list = others.map(({ executionId, resumeUrl }) => [
    executionId,
    resumeUrl.split('?')[1] ?? '',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const text = new TextEncoder().encode(JSON.stringify(list));
  const key = await deriveKey(apiKey);
  const sealed = await crypto.subtle.encrypt({ name: cipher, iv }, key, text);
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64');
}

/**
 * @param own - the execution that stored the list
 * @throws when it was sealed with another API key
 */
export async function openList(sealed: string, apiKey: string, own: Sleeper): Promise<Sleeper[]> {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, ivBytes);
  const key = await deriveKey(apiKey);
  const text = await crypto.subtle.decrypt({ name: cipher, iv }, key, bytes.subarray(ivBytes));
  const list = JSON.parse(new TextDecoder().decode(text)) as Array<[id: string, query: string]>;
  return list.map(([executionId, query]) => ({
    executionId,
    resumeUrl: addressOf(executionId, own.resumeUrl, query),
    statusUrl: addressOf(executionId, own.statusUrl, query),
  }));
}
