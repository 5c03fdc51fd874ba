import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fillIn, onlyOnGitHub, readPublishSteps } from '../../lab/rehearsal/publishWorkflow.ts';
import { runSteps } from '../../lab/rehearsal/runSteps.ts';

const environment = { PATH: process.env.PATH };

describe('the steps of publish.yml', () => {
  it('are all rehearsed, in their order', async () => {
    const text = await readFile('.github/workflows/publish.yml', 'utf8');
    const written = [...text.matchAll(/^ {6,}(?:- )?run: (.*)$/gm)].map(([, run]) => run!);
    const steps = await readPublishSteps('.');
    expect(steps).toHaveLength(written.length);
    for (const [index, { run }] of steps.entries())
      if (written[index] !== '|') expect(run).toBe(written[index]);
    expect(steps.at(-1)?.run).toContain('npm publish ./packed/*.tgz --access public');
  });

  it('have the token and the identity to publish only where nothing but npm runs', async () => {
    const text = await readFile('.github/workflows/publish.yml', 'utf8');
    const { permissions, jobs, env } = parse(text);
    expect(env).toBeUndefined();
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.pack.permissions).toBeUndefined();
    expect(JSON.stringify(jobs.pack)).not.toMatch(/secrets\.|id-token/);
    expect(jobs.publish.permissions).toEqual({ 'id-token': 'write' });
    const runs = jobs.publish.steps.filter(({ run }: { run?: string }) => run);
    expect(runs).toHaveLength(1);
    expect(runs[0].run).toContain('--ignore-scripts');
    expect(text.match(/secrets\./g)).toHaveLength(1);
    expect(runs[0].env.NPM_TOKEN).toBe('${{ secrets.NPM_TOKEN }}');
  });

  it('ask for provenance on GitHub, and nothing else is left out', async () => {
    const text = await readFile('.github/workflows/publish.yml', 'utf8');
    expect(text).toContain('NPM_CONFIG_PROVENANCE: true');
    expect(onlyOnGitHub.variables).toEqual(['NPM_CONFIG_PROVENANCE']);
  });
});

describe('a workflow', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'videogen-workflow-test-'));
    await mkdir(join(root, '.github/workflows'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = (steps: object[], jobs: object = {}) =>
    writeFile(
      join(root, '.github/workflows/publish.yml'),
      JSON.stringify({ jobs: { pack: { steps }, publish: { steps: [] }, ...jobs } }),
    );

  it.each([
    ['an action that only GitHub has', [{ uses: 'actions/cache@v4' }], /cannot run actions\/cache/],
    ['a setting that is not known', [{ run: 'ls', shell: 'pwsh' }], /does not know "shell"/],
  ])('is refused for %s', async (_, steps, message) => {
    await write(steps);
    await expect(readPublishSteps(root)).rejects.toThrow(message);
  });

  it('is refused for a third job', async () => {
    await write([], { again: { steps: [] } });
    await expect(readPublishSteps(root)).rejects.toThrow('got pack, publish, again');
  });

  it('hands what a step puts out to those after it, and a secret to its own step only', async () => {
    await mkdir(join(root, 'part'));
    await write([
      { id: 'first', run: 'echo folder=part >> "$GITHUB_OUTPUT"' },
      {
        run: 'echo "$WORD" > word',
        'working-directory': '${{ steps.first.outputs.folder }}',
        env: { WORD: '${{ secrets.WORD }}' },
      },
      { run: 'test -z "$WORD"' },
    ]);
    await runSteps(await readPublishSteps(root), root, environment, { 'secrets.WORD': 'hello' });
    expect(await readFile(join(root, 'part/word'), 'utf8')).toBe('hello\n');
  });

  it('ends at the first step that fails, with what it said', async () => {
    await write([{ run: 'echo why; false; echo on' }, { run: 'touch reached' }]);
    const run = runSteps(await readPublishSteps(root), root, environment, { 'secrets.WORD': '' });
    await expect(run).rejects.toThrow(/ended with 1:\nwhy\n$/);
    await expect(readFile(join(root, 'reached'))).rejects.toThrow();
  });
});

describe('an expression', () => {
  it('is refused when it refers to what nobody knows', () => {
    expect(() => fillIn('${{ github.actor }}', {})).toThrow('does not know what github.actor is');
  });
});
