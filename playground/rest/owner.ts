import type { N8nClient } from './client.ts';

/** The playground's own account. n8n listens on loopback only, and holds nothing but the demo. */
export const owner = {
  email: 'demo@videogen.example',
  password: 'VideoGen-demo-1',
  firstName: 'Demo',
  lastName: 'Owner',
};

/** Makes the owner account of a new n8n, or logs in to one that has it; the client is logged in after. */
export async function loginAsOwner(
  client: N8nClient,
  account: { email: string; password: string } = owner,
): Promise<void> {
  const { userManagement } = await client.get<{
    userManagement: { showSetupOnFirstLoad: boolean };
  }>('/rest/settings');
  if (userManagement.showSetupOnFirstLoad)
    await client.post('/rest/owner/setup', { ...owner, ...account });
  else
    await client.post('/rest/login', {
      emailOrLdapLoginId: account.email,
      password: account.password,
    });
}
