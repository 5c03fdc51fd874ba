import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { runNode } from '../../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const run = async (n8nUrl: string, options = {}) => {
  const service = fakeService(() => ({ status: 200, body: { id: 't', status: 'pending' } }));
  const { run, outputs } = await runNode({
    type: 'createVideo',
    parameters: {
      mode: 'textToVideo',
      model: 'standard',
      prompt: 'A paper boat',
      callback: 'resumeExecution',
      options,
    },
    n8nUrl,
  });
  service.verify();
  const hints = run.data.resultData.runData['Under Test']?.[0]?.hints?.map(
    ({ message }) => message,
  );
  const bodies = service.requests.map(({ body }) => body as { callback_url?: string });
  return { bodies, hints, outputs };
};

describe('Create Video with the callback "Resume This Execution"', () => {
  it('gives the service the address where this execution resumes', async () => {
    const { bodies, hints } = await run('https://n8n.test');
    expect(bodies.map((body) => body.callback_url)).toEqual([
      expect.stringMatching(/^https:\/\/n8n\.test\/webhook-waiting\/\d+\/videogen-callback(\?|$)/),
    ]);
    expect(hints).toEqual([]);
  });

  it('warns when only this machine knows the address, and names the setting', async () => {
    const { bodies, hints } = await run('http://localhost:5678');
    expect(bodies).toHaveLength(1);
    expect(hints).toEqual([
      'The callback goes to an address inside your own network, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address.',
    ]);
  });

  it('keeps the address, which is secret, out of a preview', async () => {
    const { bodies, outputs } = await run('https://n8n.test', { preview: true });
    expect(bodies).toEqual([]);
    expect(outputs[0]?.[0]?.json.request).toMatchObject({
      callback_url: 'resume URL of this execution',
    });
  });
});
