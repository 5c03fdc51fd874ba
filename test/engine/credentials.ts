import type * as workflowModule from 'n8n-workflow';
import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ICredentialsHelper } = require('n8n-workflow') as typeof workflowModule;
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
    // A declarative one would need an expression, and so a run that has not ended.
    if (typeof authenticate !== 'function') throw new Error('expected a function authenticate');
    return await authenticate(credentials, options);
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

  /** Expressions in the credential are resolved for the item that is asked for, as n8n does. */
  async getDecrypted(
    ...[, , , mode, executeData, , values]: Parameters<
      workflowModule.ICredentialsHelper['getDecrypted']
    >
  ) {
    const resolve = (value: ICredentialDataDecryptedObject[string]) => {
      if (!values || typeof value !== 'string' || !value.startsWith('=')) return value;
      const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
      return workflow.expression.getParameterValue(
        value,
        runExecutionData,
        runIndex,
        itemIndex,
        node.name,
        connectionInputData,
        mode,
        {},
        executeData,
      ) as string;
    };
    const entries = Object.entries(this.data).map(([name, value]) => [name, resolve(value)]);
    return Object.fromEntries(entries) as ICredentialDataDecryptedObject;
  }

  async updateCredentials() {}

  async updateCredentialsOauthTokenData() {}

  getCredentialsProperties() {
    return credentialType.properties;
  }
}
