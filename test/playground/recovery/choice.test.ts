import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../playground/demo/seed.ts';
import { runCode, type Json } from '../runCode.ts';

const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the choice of executions', () => {
  const listed = (id: string, more: Json = {}) => ({
    ...{ id, status: 'crashed', workflowId: 'w', stoppedAt: minutesAgo(3) },
    ...more,
  });
  const noted = (state: string, more: Json = {}) => ({
    ...{ key: '1 #1', execution: '1', root: '1', state, updatedAt: minutesAgo(1) },
    ...more,
  });
  const choose = (executions: Json[], remembered: Json[] = []) =>
    runCode(example, 'Choose', [], {
      'Your n8n': [{ api: 'http://n8n/api/v1', settleMinutes: 2, callMinutes: 30 }],
      'List Executions': [{ data: executions }],
      Remembered: remembered,
    });
  const one = listed('1');
  const own = (mode: string) => listed('1', { workflowId: example.id, mode });
  const stuck = noted('retry', { updatedAt: minutesAgo(11) });

  it.each<[string, string[], Json[], Json[]?]>([
    ['each that is lost', ['1 #1', '2 #1'], [one, listed('2', { status: 'error' })]],
    ['none that somebody has retried', [], [listed('1', { retrySuccessId: '2' })]],
    [
      'none whose retry may still be at work',
      [],
      [one, { id: '2', status: 'waiting', retryOf: '1', workflowId: 'w' }],
    ],
    ['none that may still be at work', [], [listed('1', { stoppedAt: minutesAgo(1) })]],
    ['not itself', [], [listed('1', { workflowId: example.id })]],
    ['none of its own passes', [], [own('trigger')]],
    ['a call of the service that n8n was killed over', ['1 #1'], [own('webhook')]],
    ['that call, retried', ['1 #1'], [own('retry')]],
    ['one whose retry was never asked for, as n8n was killed', ['1 #2'], [one], [stuck]],
    ['one that it has only listed', ['1 #1'], [one], [noted('')]],
    [
      'none that was seen to run, and has slept and ended since',
      [],
      [one],
      [stuck, noted('noted', { key: '2 noted', execution: '2' })],
    ],
    ['one that was seen before', ['1 #2'], [one], [stuck, noted('noted', { key: '1 noted' })]],
    ...['retry', 'retried', 'lost', 'told', 'person', 'none'].map(
      (state): [string, string[], Json[], Json[]] => [
        `none again: ${state}`,
        [],
        [one],
        [noted(state)],
      ],
    ),
  ])('takes %s', (_what, keys, executions, remembered) => {
    expect(choose(executions, remembered).map(({ key }) => key)).toEqual(keys);
  });

  it('counts the retries of all that came of one execution', () => {
    // Of one, n8n was killed before it could note down that it had asked.
    const rows = ['retried', 'retry', 'retried'].map((state, n) =>
      noted(state, { key: `${n + 1} #1`, execution: `${n + 1}` }),
    );
    const chain = [listed('4', { retryOf: '3' }), listed('3', { retryOf: '1' })];
    expect(choose(chain, rows)[0]).toMatchObject({ id: '4', root: '1', retries: 3 });
  });
});
