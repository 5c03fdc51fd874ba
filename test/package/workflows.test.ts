import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { permissions?: Record<string, string>; steps: Array<{ uses?: string; run?: string }> }
  >;
}

const workflows = '.github/workflows';
const workflowFiles = (await readdir(workflows)).map((file) => join(workflows, file));

it.each(workflowFiles)(
  '%s takes actions by a commit, leaves no token behind, and runs nothing of the repository with more than reading',
  async (file) => {
    const { permissions, jobs } = parse(await readFile(file, 'utf8')) as Workflow;
    expect(permissions).toEqual({ contents: 'read' });
    for (const { permissions: own, steps } of Object.values(jobs)) {
      const used = steps.filter(({ uses }) => uses);
      for (const { uses } of used) expect(uses).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
      const checkouts = used.filter(({ uses }) => uses!.startsWith('actions/checkout@'));
      for (const checkout of checkouts)
        expect(checkout).toMatchObject({ with: { 'persist-credentials': false } });
      if (own === undefined) continue;
      expect(checkouts).toEqual([]);
      for (const { run } of steps.filter((step) => step.run)) expect(run).toContain('npm publish');
    }
  },
);

describe('publish.yml', async () => {
  const text = await readFile(join(workflows, 'publish.yml'), 'utf8');
  const { permissions, jobs, env } = parse(text);

  it('has the token and the identity to publish only where nothing but npm runs', () => {
    expect([env, permissions]).toEqual([undefined, { contents: 'read' }]);
    expect(JSON.stringify(jobs.pack)).not.toMatch(/secrets\.|id-token|permissions/);
    expect(jobs.publish.permissions).toEqual({ 'id-token': 'write' });
    const runs = jobs.publish.steps.filter(({ run }: { run?: string }) => run);
    expect(runs).toHaveLength(1);
    expect(runs[0].run).toContain('--ignore-scripts');
    expect(text.match(/secrets\./g)).toHaveLength(1);
    expect(runs[0].env.NPM_TOKEN).toBe('${{ secrets.NPM_TOKEN }}');
  });
});
