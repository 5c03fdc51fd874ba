import type {
  ICredentialDataDecryptedObject,
  Icon,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { modelFamily } from '../nodes/generated/contract';
import { bearerHeader } from '../nodes/service/credential';

// Not a regular expression: n8n limits their time, and fails the execution when a busy machine is late.
const loopback = ['localhost', '127.', '[::1]'].map((host) => ({
  _cnd: { startsWith: `http://${host}` },
}));

/** Bearer key and base URL of the service (contract section 5). */
export class VideoGenerationApi implements ICredentialType {
  name = 'videoGenerationApi';

  displayName = 'Video Generation API';

  icon: Icon = {
    light: 'file:../nodes/icons/video-generation.svg',
    dark: 'file:../nodes/icons/video-generation.dark.svg',
  };

  documentationUrl = 'https://video-generation.example/credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com',
      description:
        'Address of the service, for example http://127.0.0.1:8787 for the local sandbox. It may end with a version, such as /v1.',
    },
    {
      displayName:
        'This address is not encrypted, so others on the network can read your API key. Use https unless you trust the whole way to the service.',
      name: 'encryptionNotice',
      type: 'notice',
      default: '',
      displayOptions: {
        show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] },
        hide: { baseUrl: loopback },
      },
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'You create it in the key management area of the service’s dashboard. n8n takes one that begins with = for an expression: type such a key as {{ "=…" }}.',
    },
    {
      displayName: 'Model Family',
      name: 'modelFamily',
      type: 'string',
      default: modelFamily,
      description:
        'What the names of your service’s models begin with: in an example request, it stands before -text-to-video. You can paste a whole name.',
    },
  ];

  /**
   * Adds the key to a request. A function, because n8n can't evaluate expressions any more when the
   * execution sleeps, and the watcher still asks the service then.
   */
  async authenticate(
    { apiKey }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    return { ...request, headers: { ...request.headers, ...bearerHeader(apiKey) } };
  }
}
