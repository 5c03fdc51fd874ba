import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** Bearer key and base URL of the service (contract section 5). */
export class VideoGenApi implements ICredentialType {
  name = 'videoGenApi';

  displayName = 'VideoGen API';

  icon: Icon = {
    light: 'file:../nodes/icons/videogen.svg',
    dark: 'file:../nodes/icons/videogen.dark.svg',
  };

  documentationUrl = 'https://videogen-for-n8n.example/credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description:
        'Address of the service without the version part, for example http://127.0.0.1:8787 for the local sandbox',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Created in the key management area of the service’s dashboard',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
}
