import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'video-generation-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../../openapi/src/check/report.ts';
import { runCommand, runProcess } from '../runCommand.ts';
import { honest, key, play, type Script, withServer } from './scriptedServer.ts';

/** Runs the published command against a server of this machine. */
async function runCheck(url: string, args: string[] = [], run = runCommand) {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const json = join(folder, 'report.json');
  const own = ['check', '--url', url, '--json', json, '--interval-seconds', '0'];
  const { code, stdout, stderr } = await run([...own, ...args], { VIDEO_SERVICE_KEY: key });
  const text = await readFile(json, 'utf8').catch(() => '{"findings":[],"unspecified":[]}');
  const report = JSON.parse(text) as Report;
  const verdicts = Object.fromEntries(
    report.findings.map(({ promise, verdict, evidence }) => [promise, `${verdict}: ${evidence}`]),
  );
  const broken = report.findings.filter(({ verdict }) => verdict === 'broken');
  /** What was seen of the gap at a place, such as `Task, id / presence`. */
  const seen = (gap: string) =>
    report.unspecified
      .filter(({ where, aspect }) => `${where} / ${aspect}` === gap)
      .flatMap((found) => found.seen)
      .join('; ');
  return { code, output: stdout + stderr + text, spent: report.spent, verdicts, broken, seen };
}

async function checkSandbox(args: string[], run?: typeof runCommand) {
  const sandbox = await startSandbox({ renderer: 'instant', taskSeconds: 0.5, keys: [key] });
  onTestFinished(() => sandbox.close());
  const outcome = await runCheck(sandbox.url, args, run);
  const asked = await fetch(`${sandbox.url}/admin/requests`).then((answer) => answer.json());
  return { ...outcome, asked: (asked as Array<{ method: string }>).map(({ method }) => method) };
}

const notFound = { status: 404, body: {} };
const page = { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } };
const isCreate = ({ method }: { method: string }) => method === 'POST';
const createVerdict = 'A create call answers with a task';

describe('video-generation-openapi check', () => {
  it('creates nothing without --spend, and sends nothing but GET', async () => {
    const outcome = await checkSandbox([]);
    expect(outcome).toMatchObject({ code: 0, spent: 'nothing', broken: [] });
    expect(new Set(outcome.asked)).toEqual(new Set(['GET']));
  });

  it('creates exactly one task with --spend, and follows it and its callback', async () => {
    const outcome = await checkSandbox(['--spend'], runProcess);
    expect(outcome).toMatchObject({ code: 0, spent: 'one task', broken: [] });
    expect(outcome.asked.filter((method) => method === 'POST')).toHaveLength(1);
    expect(outcome.seen('receiveTaskCallback / delivery')).toBe('completed');
    expect(outcome.seen('Task, results, each element / values')).toBe(
      'video/mp4, readable without the key',
    );
  });

  it('orders a model of the family that it is given', () =>
    withServer(play(honest), async (url, log) => {
      const { code } = await runCheck(url, ['--spend', '--model-family', 'x-2.0-mini']);
      const models = log.filter(isCreate).map(({ body }) => body.model);
      expect([code, models]).toEqual([0, ['x-2.0-mini-text-to-video']]);
    }));

  it('says that a task may have been charged when no answer comes, and asks for no other', () =>
    withServer(play({ ...honest, created: undefined }), async (url, log) => {
      const { code, verdicts, spent } = await runCheck(url, ['--spend', '--timeout-seconds', '1']);
      expect([code, spent, log.filter(isCreate).length]).toEqual([1, 'perhaps one task', 1]);
      expect(verdicts[createVerdict]).toMatch(
        /^broken: No answer .* A task may have been created and charged\.$/,
      );
    }));

  it('does not follow a redirect with the key', () =>
    withServer(play(honest), (location, taken) =>
      withServer(
        () => ({ status: 302, body: '', headers: { location } }),
        async (url) => {
          const { code } = await runCheck(url);
          expect([code, taken]).toEqual([1, []]);
        },
      ),
    ));

  it('writes the key nowhere, not even when the server sends it back', () =>
    withServer(
      play({ ...honest, created: { body: { id: 'task_1', status: key, [key]: `Bearer ${key}` } } }),
      async (url) => {
        const { output } = await runCheck(url, ['--spend', '--wait-seconds', '1']);
        expect(output).toContain('***');
        expect(output).not.toContain(key);
      },
    ));

  it('tries nothing more with a key that is refused', () =>
    withServer(play({ ...honest, admits: () => false }), async (url, log) => {
      const { code, verdicts, spent } = await runCheck(url, ['--spend']);
      expect([code, spent, log.filter(isCreate)]).toEqual([2, 'nothing', []]);
      expect(verdicts['Your key is accepted']).toMatch(/^not tried: .* Check the key/);
      expect(JSON.stringify(verdicts)).not.toContain('--spend');
    }));

  it.each<[string, Partial<Script>, number, string]>([
    ['a wrong key', { admits: () => false }, 2, 'The server refuses your key. Check that'],
    ['another address', { unknown: notFound, refused: notFound }, 2, 'Check that --url'],
    ['a page', { admits: () => true, unknown: page }, 1, 'Check that --url'],
  ])('says above all what to do, not that all is well, for %s', (_what, script, exitCode, words) =>
    withServer(play({ ...honest, ...script }), async (url) => {
      const { code, output } = await runCheck(url);
      const [, headline] = output.split('\n\n').filter((line) => !line.startsWith('#'));
      expect(code).toBe(exitCode);
      expect(headline).toMatch(
        /^(\*\*Nothing could be checked\.\*\*|It broke the interface \d times\.) /,
      );
      expect(headline).toContain(words);
    }),
  );

  it('says which server cannot be reached', async () => {
    const { code, output } = await runCheck('http://127.0.0.1:1', [], runProcess);
    expect([code, output]).toEqual([2, expect.stringContaining('No answer from 127.0.0.1:1')]);
  });
});
