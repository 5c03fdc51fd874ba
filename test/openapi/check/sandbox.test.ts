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

  it.each([
    ['nested', '{error: {code: string, message: string}}'],
    ['flat', '{code: string, message: string}'],
    ['string', '{error: string}'],
    ['text', 'text/plain, not JSON'],
  ] as const)('tells that errors are %s', async (errorShape, shape) => {
    const outcome = await checkSandbox({ errorShape }, []);
    expect(broken(outcome)).toEqual([]);
    expect(outcome.seen('Unauthorized / shape')).toBe(shape);
  });

  it('tells that ids are not repeated', async () => {
    const outcome = await checkSandbox({ idInTask: false }, ['--spend']);
    expect(broken(outcome)).toEqual([]);
    expect(outcome.seen('Task, id / presence')).toBe(
      'absent before the end; absent when completed; not in the callback',
    );
  });

  it('tells of a state that the interface does not name', async () => {
    const outcome = await checkSandbox({ runningStatus: 'processing' }, ['--spend']);
    expect(broken(outcome)).toEqual([]);
    expect(outcome.seen('TaskStatus / values')).toBe('processing');
    expect(outcome.seen('TaskStatus / transitions')).toBe(
      'pending → processing → completed; it stayed completed for two more reads',
    );
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
