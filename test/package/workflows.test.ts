import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  jobs: Record<string, { steps: Array<{ uses?: string; run?: string }> }>;
}

const workflows = '.github/workflows';
const workflowFiles = (await readdir(workflows)).map((file) => join(workflows, file));

it.each(workflowFiles)('%s takes actions by a commit, which cannot move', async (file) => {
  const { jobs } = parse(await readFile(file, 'utf8')) as Workflow;
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  for (const uses of used) expect(uses).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
});

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
