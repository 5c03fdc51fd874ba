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

const created: Reply = { body: { id: 'task_1', status: 'pending' } };

describe('videogen-openapi check on a server that lets everybody in', () => {
  it('says so without spending anything', () =>
    withServer(
      () => ({ body: { status: 'pending' } }),
      async (url, log) => {
        const { code, verdicts, report, seen } = await runCheck(url);
        expect([code, report.spent]).toEqual([1, 'nothing']);
        expect(verdicts).toMatchObject({
          'A read without a key is refused': 'broken: It answered 200.',
          'A read with a wrong key is refused': 'broken: It answered 200.',
        });
        expect(seen('Error / codes')).toContain('200 and a task for a task that does not exist');
        expect(log.filter(isCreate)).toEqual([]);
      },
    ));
});

describe('videogen-openapi check on a server that creates tasks without an id', () => {
  it('says that the task may be charged all the same, and stops', () =>
    withServer(
      guarded(() => ({ status: 201, body: { task_id: 'task_1', status: 'queued' } })),
      async (url, log) => {
        const { code, verdicts, report } = await runCheck(url, ['--spend']);
        expect([code, report.spent]).toEqual([1, 'one task']);
        expect(verdicts['A create call answers with a task']).toBe(
          "broken: the answer must have required property 'id'. What was created may be charged all the same.",
        );
        expect(log.filter(isCreate)).toHaveLength(1);
      },
    ));
});

describe('videogen-openapi check on a server that lies about its tasks', () => {
  it('catches every lie', () => {
    let reads = 0;
    const lies: Reply[] = [
      { body: { id: 'task_1', progress: 'half' } },
      { body: { id: 'task_2', status: 'pending', progress: 60 } },
      { body: { id: 'task_1', status: 'pending', progress: 20.5, results: null } },
      { body: { id: 'task_1', status: 'completed', results: [] } },
      { body: { id: 'task_1', status: 'failed' } },
    ];
    return withServer(
      guarded((asked) => {
        if (!isCreate(asked)) return lies[Math.min(reads++, lies.length - 1)];
        void fetch(String(asked.body.callback_url), { method: 'POST', body: '{"done":true}' });
        return { body: { id: 'task_1', status: 'completed' } };
      }),
      async (url) => {
        const { code, verdicts, seen, report } = await runCheck(url, ['--spend']);
        expect([code, report.spent]).toEqual([1, 'one task']);
        expect(verdicts).toMatchObject({
          'A new task is pending': 'broken: It is completed.',
          'Every read of the task answers with a task':
            expect.stringMatching(/^broken: .*progress/),
          'An id that is repeated is that of the task': 'broken: 1 of 3 reads have another.',
          'A completed task names its video': 'broken: Element 0 of results is no web address.',
          'The callback has the shape of a task':
            "broken: the answer must have required property 'status'.",
        });
        expect(seen('TaskStatus / transitions')).toContain('completed, then failed');
        expect(seen('Task, progress / range')).toBe('20.5 to 60, fractions, it fell');
        expect(seen('Task, results / presence')).toContain('null before the end');
      },
    );
  });
});

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

  it('gives up on a task that never ends, and says that it may be charged', () =>
    withServer(
      guarded((asked) => (isCreate(asked) ? created : { body: { status: 'pending' } })),
      async (url) => {
        const { code, verdicts } = await runCheck(url, ['--spend', '--wait-seconds', '1']);
        expect(code).toBe(1);
        expect(verdicts['The task ends']).toBe(
          'broken: It did not within 1 s; it may still end, and may be charged.',
        );
      },
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

  it('hides a short key in what the server said, and leaves our own words whole', () => {
    const short = 'e';
    const answer = ({ authorization, method }: Asked): Reply =>
      authorization === `Bearer ${short}`
        ? { body: { id: 'task_1', status: method === 'POST' ? 'pending' : 'leased', evil: 1 } }
        : refused;
    return withServer(answer, async (url) => {
      const args = ['--spend', '--wait-seconds', '1'];
      const { verdicts, seen } = await runCheck(url, args, short);
      expect(verdicts['A read without a key is refused']).toBe('kept: It answered 401.');
      expect(verdicts['A new task is pending']).toBe('kept: It is p***nding.');
      expect(seen('TaskStatus / transitions')).toBe('p***nding → l***as***d');
      expect(seen('Task / fields')).toBe('***vil: number');
    });
  });

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
