import type { N8nClient } from './client.ts';

export interface Account {
  email: string;
  password: string;
}

export const demoEmail = 'demo@video.example';

/** The account of an n8n that lives as long as a test. */
const testAccount: Account = { email: demoEmail, password: 'Video-test-1' };

/** Makes the owner account of a new n8n, or logs in to one that has it; the client is logged in after. */
export async function loginAsOwner(
  client: N8nClient,
  { email, password }: Account = testAccount,
): Promise<void> {
  const { userManagement } = await client.get<{
    userManagement: { showSetupOnFirstLoad: boolean };
  }>('/rest/settings');
  if (userManagement.showSetupOnFirstLoad) {
    const name = { firstName: 'Demo', lastName: 'Owner' };
    await client.post('/rest/owner/setup', { email, password, ...name });
  } else await client.post('/rest/login', { emailOrLdapLoginId: email, password });
}
