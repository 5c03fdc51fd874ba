import { ICredentialsHelper } from 'n8n-workflow';
import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { VideoGenApi } = require('../../dist/credentials/VideoGenApi.credentials.js') as {
  VideoGenApi: new () => ICredentialType;
};
const credentialType = new VideoGenApi();

/** Hands the node a decrypted credential and applies the built credential type's own header. */
export class TestCredentials extends ICredentialsHelper {
  private readonly data: ICredentialDataDecryptedObject;

  constructor(data: ICredentialDataDecryptedObject) {
    super();
    this.data = data;
  }

  getParentTypes() {
    return [];
  }

  isCredentialUsableByNode() {
    return true;
  }

  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    _typeName: string,
    options: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    const { authenticate } = credentialType;
    if (typeof authenticate !== 'object') throw new Error('expected a generic authenticate');
    const headers = { ...options.headers };
    for (const [name, template] of Object.entries(authenticate.properties.headers ?? {}))
      headers[name] = String(template)
        .replace(/^=/, '')
        .replace(/\{\{\s*\$credentials\.(\w+)\s*\}\}/g, (_, key: string) =>
          String(credentials[key]),
        );
    return { ...options, headers };
  }

  async preAuthentication() {
    return undefined;
  }

  async runPreAuthentication() {
    return undefined;
  }

  async getCredentials(): Promise<never> {
    throw new Error('not part of a test run');
  }

  async getDecrypted() {
    return { ...this.data };
  }

  async updateCredentials() {}

  async updateCredentialsOauthTokenData() {}

  getCredentialsProperties() {
    return credentialType.properties;
  }
}
