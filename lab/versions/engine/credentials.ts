import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
} from 'n8n-workflow';
import type { Engine } from './loadEngine.ts';

/** Stands in for n8n's store of credentials, and applies the built credential type's own header. */
export function credentialsFor({ loadBuilt }: Engine, data: ICredentialDataDecryptedObject) {
  const { VideoGenApi } = loadBuilt('credentials/VideoGenApi.credentials.js');
  const type = new VideoGenApi!() as ICredentialType;
  const nothing = async () => undefined;
  return {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: async () => ({ ...data }),
    getCredentialsProperties: () => type.properties,
    preAuthentication: nothing,
    runPreAuthentication: nothing,
    updateCredentials: nothing,
    async authenticate(
      credentials: ICredentialDataDecryptedObject,
      _: string,
      options: IHttpRequestOptions,
    ) {
      if (typeof type.authenticate !== 'function') throw new Error('authenticate is no function');
      return await type.authenticate(credentials, options);
    },
  };
}
