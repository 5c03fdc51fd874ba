import { describe, expect, it } from 'vitest';
import { key, runCheck } from './runCheck.ts';
import { type Asked, type Reply, withServer } from './withServer.ts';

const isCreate = ({ method }: Asked) => method === 'POST';
const refused: Reply = { status: 401, body: { error: 'no' } };
const unknown: Reply = { status: 404, body: { error: 'no such task' } };

/** A server that knows its key and one task, but for what `answer` replies. */
const guarded =
  (answer: (asked: Asked) => Reply | undefined) =>
  (asked: Asked): Reply | undefined => {
    if (asked.authorization !== `Bearer ${key}`) return refused;
    const isKnown = isCreate(asked) || asked.path.endsWith('/task_1');
    return isKnown ? answer(asked) : unknown;
  };

describe('videogen-openapi check', () => {
  it('never sends the create request again when no answer comes', () =>
    withServer(
      guarded((asked) => (isCreate(asked) ? undefined : unknown)),
      async (url, log) => {
        const args = ['--spend', '--timeout-seconds', '1'];
        const { code, verdicts, report } = await runCheck(url, args);
        expect([code, report.spent]).toEqual([1, 'perhaps one task']);
        expect(verdicts['A create call answers with a task']).toMatch(
          /^broken: No answer .* A task may have been created and charged\.$/,
        );
        expect(log.filter(isCreate)).toHaveLength(1);
      },
    ));

  it('does not follow a redirect with the key', () =>
    withServer(
      () => ({ status: 200, body: { status: 'pending' } }),
      (elsewhere, taken) =>
        withServer(
          () => ({ status: 302, body: '', headers: { location: elsewhere } }),
          async (url) => {
            const { code } = await runCheck(url);
            expect([code, taken]).toEqual([1, []]);
          },
        ),
    ));

  it('writes the key nowhere, not even when the server sends it back', () =>
    withServer(
      guarded((asked) => ({ body: { id: 'task_1', status: key, [key]: asked.authorization } })),
      async (url) => {
        const { output } = await runCheck(url, ['--spend', '--wait-seconds', '1']);
        expect(output).toContain('***');
        expect(output).not.toContain(key);
      },
    ));

  it('tries nothing more with a key that is refused', () =>
    withServer(
      () => refused,
      async (url, log) => {
        const { code, verdicts, report } = await runCheck(url, ['--spend']);
        expect([code, report.spent, log.filter(isCreate)]).toEqual([2, 'nothing', []]);
        expect(verdicts['Your key is accepted']).toMatch(/^not tried: .* Check the key/);
      },
    ));

  it('says which server cannot be reached', async () => {
    const { code, output } = await runCheck('http://127.0.0.1:1');
    expect([code, output]).toEqual([2, expect.stringContaining('No answer from 127.0.0.1:1')]);
  });
});
