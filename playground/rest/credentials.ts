import type { N8nClient } from './client.ts';

export interface CredentialInput {
  name: string;
  /** Credential type, such as `videoGenerationApi`. */
  type: string;
  data: Record<string, unknown>;
}

/** Name and id of a stored credential, as a node of a workflow refers to it. */
export interface CredentialReference {
  id: string;
  name: string;
}

/** Stores a credential; one of the same name and type is updated and keeps its id. */
export async function importCredential(
  client: N8nClient,
  credential: CredentialInput,
): Promise<CredentialReference> {
  const { name, type } = credential;
  const stored = await client.get<(CredentialReference & { type: string })[]>('/rest/credentials');
  const same = stored.find((one) => one.name === name && one.type === type);
  const { id } = same
    ? await client.patch<CredentialReference>(`/rest/credentials/${same.id}`, credential)
    : await client.post<CredentialReference>('/rest/credentials', credential);
  return { id, name };
}
