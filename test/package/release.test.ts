import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: unknown;
  jobs: Record<string, { 'runs-on': string; steps: Array<{ uses?: string; run?: string }> }>;
}

const workflows = '.github/workflows';
const workflowFiles = (await readdir(workflows)).map((file) => join(workflows, file));
const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));

const namedScripts = (text: string) => [
  ...new Set([
    ...[...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!),
    ...[...text.matchAll(/npm (test|start)\b/g)].map(([, script]) => script!),
  ]),
];

describe.each([...workflowFiles, 'CONTRIBUTING.md', '.github/pull_request_template.md', '.ci/run'])(
  '%s',
  (file) => {
    it('names only scripts that package.json has', async () => {
      const named = namedScripts(await readFile(file, 'utf8'));
      expect(named.filter((script) => !(script in scripts))).toEqual([]);
    });
  },
);

describe.each(workflowFiles)('the workflow %s', (file) => {
  it('has a trigger, and in each job a machine and steps that do one thing', async () => {
    const { on, jobs } = parse(await readFile(file, 'utf8')) as Workflow;
    expect(on).toBeTruthy();
    for (const job of Object.values(jobs)) {
      expect(job['runs-on']).toBe('ubuntu-latest');
      expect(job.steps.length).toBeGreaterThan(0);
      for (const { uses, run } of job.steps) {
        expect([uses, run].filter(Boolean)).toHaveLength(1);
        // A tag can be moved to other code, a commit cannot.
        if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
      }
    }
  });
});

describe('the forms for issues', () => {
  it('have a name, a description and fields with ids of their own', async () => {
    const folder = '.github/ISSUE_TEMPLATE';
    const files = (await readdir(folder)).filter((file) => basename(file) !== 'config.yml');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const form = parse(await readFile(join(folder, file), 'utf8'));
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const ids = form.body.flatMap((field: { id?: string }) => field.id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe.each(['.', 'openapi', 'sandbox'])('the changelog in %s', (folder) => {
  it('keeps to Keep a Changelog', async () => {
    const text = await readFile(join(folder, 'CHANGELOG.md'), 'utf8');
    const [first, ...others] = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(first).toBe('[Unreleased]');
    for (const title of others) expect(title).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
    for (const [, title] of text.matchAll(/^### (.*)$/gm))
      expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(title);
  });
});
