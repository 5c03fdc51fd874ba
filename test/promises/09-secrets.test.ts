import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { testCredential } from '../engine/runNode.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';
import {
  beginPromises,
  errorOf,
  promptsOf,
  readable,
  rememberingService,
  runToEnd,
  table,
  untilOrdered,
} from './scene.ts';

beginPromises();

const { apiKey } = testCredential;
const origin = 'https://service.example.com';
const credential = { ...testCredential, baseUrl: origin };

describe('9: the key leaves only in the Authorization header to the credential’s own origin', () => {
  // A host that ends like it, begins like it, and the same one without TLS or on another port.
  it.each([
    'https://evil-service.example.com',
    'https://service.example.com.evil.test',
    'http://service.example.com',
    'https://service.example.com:8443',
  ])('does not go to %s, where a create request is redirected', async (to) => {
    const sentThere: string[] = [];
    nock(origin)
      .persist()
      .post(/.*/)
      .reply(307, '', { location: `${to}/v1/videos/generations` });
    for (const method of ['GET', 'POST'])
      nock(to)
        .persist()
        .intercept(/.*/, method)
        .reply((sent: Request) => {
          sentThere.push(sent.url);
          return [200, { id: 'task_evil', status: 'pending' }];
        });
    const run = await runWorkflow(table(['A'], { credential }));
    expect(sentThere).toEqual([]);
    expect(readable(run)).not.toContain(apiKey);
    expect(errorOf(run)?.message).toMatch(/redirect|moved|address/);
  });

  it('is that of the execution’s own account on each page of its table', async () => {
    const service = rememberingService();
    const prompts = promptsOf(30);
    for (const account of ['one', 'two']) {
      const test = table(prompts, {
        credential: { ...testCredential, apiKey: `key-of-${account}` },
      });
      await untilOrdered(test, service, prompts.length);
      const orders = service.requests.splice(0).filter(({ method }) => method === 'POST');
      const keys = orders.map(({ headers }) => headers.authorization);
      expect(new Set(keys)).toEqual(new Set([`Bearer key-of-${account}`]));
    }
  });

  it('is shown nowhere, although the service echoes it', async () => {
    nock(origin)
      .persist()
      .post(/.*/)
      .reply(200, { id: 'task_a', status: 'pending', echo: `Bearer ${apiKey}` });
    nock(origin)
      .persist()
      .get(/.*/)
      .reply(200, { status: 'failed', error: `key ${apiKey} is out of credit` });
    const run = await runToEnd(table(['A'], { credential }));
    expect(errorOf(run)?.message).toContain('key *** is out of credit');
    expect(JSON.stringify(run.data.resultData)).not.toContain(apiKey);
  });
});
