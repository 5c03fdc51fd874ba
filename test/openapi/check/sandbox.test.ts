import { startSandbox, type SandboxOptions } from 'videogen-sandbox';
import { describe, expect, it } from 'vitest';
import { key, runCheck } from './runCheck.ts';

async function checkSandbox(choices: SandboxOptions['choices'], args: string[]) {
  const options = { renderer: 'instant' as const, taskSeconds: 0.5 };
  const sandbox = await startSandbox({ ...options, keys: [key], choices: choices ?? {} });
  try {
    const outcome = await runCheck(sandbox.url, args);
    const asked = await fetch(`${sandbox.url}/admin/requests`).then((answer) => answer.json());
    return { ...outcome, asked: asked as Array<{ method: string }> };
  } finally {
    await sandbox.close();
  }
}

const broken = ({ report }: Awaited<ReturnType<typeof checkSandbox>>) =>
  report.findings.filter(({ verdict }) => verdict === 'broken');

describe('videogen-openapi check on the sandbox', () => {
  it('creates nothing without --spend, and sends nothing but GET', async () => {
    const outcome = await checkSandbox({}, []);
    expect([outcome.code, outcome.report.spent, broken(outcome)]).toEqual([0, 'nothing', []]);
    expect(new Set(outcome.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(outcome.output).not.toContain(key);
  });

  it('creates exactly one task with --spend, and follows it and its callback', async () => {
    const outcome = await checkSandbox({}, ['--spend']);
    expect([outcome.code, outcome.report.spent, broken(outcome)]).toEqual([0, 'one task', []]);
    expect(outcome.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(outcome.seen('receiveTaskCallback / delivery')).toBe('completed');
    expect(outcome.seen('Task, results, each element / values')).toBe(
      'video/mp4, readable without the key',
    );
    expect(outcome.output).not.toContain(key);
  });

  it('tells of further fields, and of the reason of a failure', async () => {
    const outcome = await checkSandbox({ failureField: 'why' }, [
      ...['--spend', '--prompt', 'A boat sandbox:fail=storm'],
    ]);
    expect(broken(outcome)).toEqual([]);
    expect(outcome.verdicts['The task ends']).toBe('kept: It is failed.');
    expect(outcome.seen('Task / fields')).toContain('why: {code: string, message: string}');
    expect(outcome.seen('receiveTaskCallback / delivery')).toBe('failed');
  });
});
