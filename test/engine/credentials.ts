import type {
  ICredentialDataDecryptedObject,
  ICredentialsHelper,
  ICredentialType,
  IHttpRequestOptions,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { VideoGenerationApi } =
  require('../../dist/credentials/VideoGenerationApi.credentials.js') as {
    VideoGenerationApi: new () => ICredentialType;
  };
const credentialType = new VideoGenerationApi();

/**
 * Hands the node a decrypted credential and applies the built credential type's own header: what n8n
 * asks of its helper in a run.
 */
export class TestCredentials implements Partial<ICredentialsHelper> {
  private readonly data: ICredentialDataDecryptedObject;

  constructor(data: ICredentialDataDecryptedObject) {
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

  /** Expressions in the credential are resolved for the item that is asked for, as n8n does. */
  async getDecrypted(
    ...[, , , mode, executeData, , values]: Parameters<ICredentialsHelper['getDecrypted']>
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

  getCredentialsProperties() {
    return credentialType.properties;
  }
}
