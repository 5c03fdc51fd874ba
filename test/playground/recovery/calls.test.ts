import { describe, expect, it } from 'vitest';
import { type Json, listed, minutesAgo, run, settings } from './scene.ts';

describe('the calls of lost executions', () => {
  const lost = {
    ...{ id: 1, key: '7 #1', execution: '7', root: '7', name: 'Videos', state: 'lost' },
    ...{ reason: 'R.', createdAt: minutesAgo(1) },
  };
  let calls = 0;
  const call = (task: string, label: string, state: string | null = null) => ({
    id: ++calls,
    task,
    label,
    state,
  });
  const match = (
    row: Json,
    given: Json[],
    more: Json[] = [],
    executions: Json[] = [],
    now: Json[] = [],
  ) =>
    run('Match Calls', [], {
      'Where It Is Now': now,
      'Your n8n': [settings],
      Remembered: [row, ...more],
      Calls: given,
      'List Executions': [{ data: executions }],
    });

  it('hands over what the service called about, and is done when that has happened', () => {
    const b = call('b', '7/2of2/y', 'handedOver');
    const other = call('c', '77/1of1');
    expect(match(lost, [call('a', '7/1of2/x'), b, other])).toMatchObject([
      { kind: 'call', task: 'a', label: '7/1of2/x' },
    ]);
    expect(match(lost, [call('a', '7/1of2/x', 'handing'), b])).toMatchObject([
      { kind: 'call', task: 'a' },
    ]);
    expect(match(lost, [call('a', '7/1of2/x', 'handedOver'), b, other])).toMatchObject([
      { kind: 'row', state: 'handedOver' },
    ]);
  });

  it('counts a call that came twice once', () => {
    const twice = [call('a', '7/1of2/x'), call('a', '7/1of2/x')];
    expect(match(lost, twice)).toMatchObject([{ kind: 'call', task: 'a', id: twice[0]!.id }]);
    const handed = [call('a', '7/1of2/x', 'handedOver'), call('a', '7/1of2/x')];
    expect(match(lost, handed)).toEqual([]);
  });

  it('knows the calls of an execution by the one that it goes on for', () => {
    const row = { ...lost, execution: '9', root: '5' };
    const between = { ...row, id: 2, key: '7 #1', execution: '7', state: 'retried' };
    const [first, second, third] = ['5/1of1', '7/1of1', '8/1of1'].map((label) =>
      call(label, label),
    );
    const listedOnly = listed('9', { retryOf: '8' });
    expect(
      match(row, [first!, second!, third!], [between], [listedOnly]).map(({ task }) => task),
    ).toEqual(['5/1of1', '7/1of1', '8/1of1']);
    expect(match(row, [call('x', '6/1of1')], [between])).toEqual([]);
  });

  it('waits for the videos that n8n does not know, whatever it knows besides', () => {
    const row = { ...lost, tasks: 'a', passed: 'p', expected: '1' };
    const known = call('a', '7/1of1/x', 'handedOver');
    const passed = call('p', '7/1of1/x');
    expect(match(row, [known, passed])).toEqual([]);
    expect(match(row, [known, passed, call('b', '7/1of1/y', 'handedOver')])).toMatchObject([
      { kind: 'row', state: 'handedOver' },
    ]);
  });

  it('asks for the videos that n8n knows and nobody called about, for a day', () => {
    const row = { ...lost, tasks: 'a, b', expected: '0' };
    const looks = [{ kind: 'look', task: 'b', execution: '7' }];
    const handed = [call('a', '7/1of2/x', 'handedOver')];
    expect(match(row, handed)).toEqual(looks);
    expect(match({ ...row, state: 'told', createdAt: minutesAgo(90) }, handed)).toEqual(looks);
    expect(match({ ...row, state: 'told', createdAt: minutesAgo(1500) }, handed)).toEqual([]);
    const found = [...handed, call('b', '7/', 'handedOver')];
    expect(match(row, found)).toMatchObject([{ kind: 'row', state: 'handedOver' }]);
  });

  it('tells a person when calls are missing for too long, and of how many came', () => {
    const row = { ...lost, createdAt: minutesAgo(31), expected: '3' };
    expect(match({ ...row, createdAt: minutesAgo(1) }, [])).toEqual([]);
    const [, told] = match(row, [call('a', '7/1of3/x')]);
    expect(told).toMatchObject({ state: 'told', tell: true });
    expect(told!.reason).toMatch(/^R\. The service called about 1 of its videos/);
  });

  it('hands over what comes after a person was told', () => {
    const row = { ...lost, state: 'told', createdAt: minutesAgo(99) };
    expect(match(row, [call('a', '7/1of1/x')])).toMatchObject([{ kind: 'call', task: 'a' }]);
  });

  it('leaves alone what n8n went on with after it had called it lost', () => {
    const given = [call('a', '7/1of1/x')];
    const now = (status: string, row: Json = lost) =>
      match(row, given, [], [], [{ id: '7', status }]);
    for (const status of ['new', 'running', 'waiting']) expect(now(status)).toEqual([]);
    expect(now('success')).toMatchObject([{ kind: 'row', key: '7 #1', state: 'none' }]);
    expect(now('success', { ...lost, state: 'told' })).toEqual([]);
    for (const status of ['crashed', 'error', 'canceled'])
      expect(now(status)).toMatchObject([{ kind: 'call', task: 'a' }]);
    // Or n8n could not tell, because it was deleted.
    const refused = [{ error: { message: 'Not Found' } }];
    expect(match(lost, given, [], [], refused)).toMatchObject([{ kind: 'call' }]);
  });
});
