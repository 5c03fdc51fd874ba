/**
 * Names an account of the service without telling its key: requests with the same base URL and key
 * share a pace, and executions with them are watched together.
 */
export async function accountKey(baseUrl: string, apiKey: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey]));
  const digest = await crypto.subtle.digest('SHA-256', text);
  return Buffer.from(digest).toString('base64url');
}
