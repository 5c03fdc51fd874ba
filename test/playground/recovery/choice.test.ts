import { describe, expect, it } from 'vitest';
import { example, type Json, listed, minutesAgo, run, settings } from './scene.ts';

const choose = (executions: Json[], remembered: Json[] = []) =>
  run('Choose', [], {
    'Your n8n': [settings],
    'List Executions': [{ data: executions }],
    Remembered: remembered,
  }).map(({ key }) => key);
const remembered = (state: string, more: Json = {}) => ({
  key: '1 #1',
  execution: '1',
  root: '1',
  state,
  updatedAt: minutesAgo(1),
  ...more,
});

describe('the choice of executions', () => {
  it('takes each that is lost once', () => {
    expect(choose([listed('1'), listed('2', { status: 'error' })])).toEqual(['1 #1', '2 #1']);
    for (const state of ['retry', 'retried', 'lost', 'told', 'person', 'none'])
      expect(choose([listed('1')], [remembered(state)])).toEqual([]);
  });

  it('leaves alone what somebody has retried, what may still be at work, and itself', () => {
    const waiting = { id: '2', status: 'waiting', retryOf: '1', workflowId: 'w' };
    expect(choose([listed('1'), waiting])).toEqual([]);
    expect(choose([listed('1', { retrySuccessId: '2' })])).toEqual([]);
    expect(choose([listed('1', { stoppedAt: minutesAgo(1) })])).toEqual([]);
    expect(choose([listed('1', { workflowId: example.id })])).toEqual([]);
  });

  it('takes a call of the service that n8n was killed over, but none of its own passes', () => {
    const own = (mode: string) => choose([listed('1', { workflowId: example.id, mode })]);
    expect(own('webhook')).toEqual(['1 #1']);
    expect(own('retry')).toEqual(['1 #1']);
    expect(own('trigger')).toEqual([]);
  });

  it('tries again when n8n was killed before the retry was asked for', () => {
    const stuck = remembered('retry', { updatedAt: minutesAgo(11) });
    expect(choose([listed('1')], [stuck])).toEqual(['1 #2']);
    expect(choose([listed('1')], [remembered('')])).toEqual(['1 #1']);
  });

  it('does not try again what was seen to run, and has slept and ended since', () => {
    const stuck = remembered('retry', { updatedAt: minutesAgo(11) });
    const seen = remembered('noted', { key: '2 noted', execution: '2', root: '1' });
    expect(choose([listed('1')], [stuck, seen])).toEqual([]);
    const before = remembered('noted', { key: '1 noted' });
    expect(choose([listed('1')], [stuck, before])).toEqual(['1 #2']);
  });

  it('counts the retries of all that came of one execution', () => {
    // Of one, n8n was killed before it could note down that it had asked.
    const states = ['retried', 'retry', 'retried'];
    const rows = states.map((state, n) =>
      remembered(state, { key: `${n + 1} #1`, execution: `${n + 1}` }),
    );
    const chain = [listed('4', { retryOf: '3' }), listed('3', { retryOf: '1' })];
    const [chosen] = run('Choose', [], {
      'Your n8n': [settings],
      'List Executions': [{ data: chain }],
      Remembered: rows,
    });
    expect(chosen).toMatchObject({ id: '4', root: '1', retries: 3 });
  });
});
