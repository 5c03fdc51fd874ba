import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../playground/demo/seed.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const packageName = 'n8n-nodes-videogen';

interface Report {
  report: { workflowResults: { ruleId: string; nbAffectedWorkflows: number }[] };
  totalWorkflows: number;
}

let real: RealN8n;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-n8n3-'));
  real = await startRealN8n({ env: { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' } });
});
afterAll(async () => {
  await real?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What n8n itself says of the workflows stored in it. */
const affected = async () => {
  const path = '/rest/breaking-changes/report/refresh?version=v3';
  const { report, totalWorkflows } = await real.client.post<Report>(path);
  return { totalWorkflows, rules: report.workflowResults.map(({ ruleId }) => ruleId) };
};

describe('n8n’s own list of what n8n 3 changes', () => {
  it('has none of the examples on it', async () => {
    const { url, apiKey } = real.sandbox;
    const importedFile = join(folder, 'imported.json');
    const examples = await seed(real.client, {
      packageName,
      service: { url, apiKey },
      importedFile,
    });
    expect(await affected()).toEqual({ totalWorkflows: examples.length, rules: [] });
  });

  it('names a workflow that it is about', async () => {
    const call = { workflowId: { __rl: true, mode: 'id', value: 'other' }, mode: 'each' };
    await real.editor.store(
      chain('each', [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Call',
          type: 'n8n-nodes-base.executeWorkflow',
          typeVersion: 1.2,
          parameters: call,
        },
        {
          name: 'Wait for Video',
          type: `${packageName}.waitForVideo`,
          parameters: {},
          onError: 'continueErrorOutput',
          alwaysOutputData: true,
        },
      ]),
    );
    expect((await affected()).rules.sort()).toEqual([
      'always-output-data-multi-output-v3',
      'execute-workflow-each-mode-v3',
    ]);
  });
});

describe('an n8n that allows no package that it has not verified', () => {
  it('installs none, and in n8n 2 still runs what is there', async () => {
    const types = await real.client.get<{ name: string }[]>('/types/nodes.json');
    expect(types.map(({ name }) => name)).toContain(`${packageName}.createVideo`);
    await expect(
      real.client.post('/rest/community-packages', { name: packageName }),
    ).rejects.toThrow('Installation of unverified community packages is forbidden');
  });
});
