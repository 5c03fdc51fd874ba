import { createRequire } from 'node:module';
import type { ICredentialType, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const { VideoGenApi } = require('../../../dist/credentials/VideoGenApi.credentials.js') as {
  VideoGenApi: new () => ICredentialType;
};
const { authenticate } = new VideoGenApi();

describe('VideoGenApi, authenticate', () => {
  it('is a function, which outlives the run that started a request', () => {
    expect(authenticate).toBeTypeOf('function');
  });

  it('adds the key as a Bearer token and leaves the request as it is otherwise', async () => {
    const request: IHttpRequestOptions = {
      url: 'http://service.test',
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: { prompt: 'A paper boat' },
    };
    const given = structuredClone(request);
    if (typeof authenticate !== 'function') throw new Error('expected a function');
    expect(await authenticate({ apiKey: ' my-key\n' }, request)).toEqual({
      ...given,
      headers: { Accept: 'application/json', Authorization: 'Bearer my-key' },
    });
    expect(request).toEqual(given);
  });
});
