import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalTaskStatuses, taskEnd, type TaskEnd, taskStatus } from 'video-generation-openapi';

const ends: Record<TaskEnd, string> = {
  completed: 'succeeded,SUCCEED,finish,Ready,done,completed_with_errors,success',
  failed: 'Failed,fail,expired,timed_out,Timed out,timedOut,error',
  rejected: 'moderated,Content Moderated,nsfw,blocked,banned,REJECTED',
  cancelled: 'cancelled,canceled_by_user,interrupted,killed,deleted,aborted',
};
const joined = (separator: string) => (word: string) => word.replace(/[ _]/g, separator);

describe('taskEnd', () => {
  it.each(Object.entries(ends))('knows %s in every spelling', (end, words) => {
    for (const spelling of [String, joined('-'), joined(''), joined(' '), joined('_')])
      for (const word of words.split(',').map(spelling))
        for (const status of [word, word.toUpperCase(), ` ${word}. `])
          expect([status, taskEnd(status)]).toEqual([status, end]);
  });

  it('knows the final states of the document, and no other of its states', () => {
    for (const status of Object.values(taskStatus)) {
      const isFinal = finalTaskStatuses.some((final) => final === status);
      expect(taskEnd(status)).toBe(isFinal ? status : undefined);
    }
  });

  it.each(['queued', 'processing', 'in_progress', 'created', 'submitted', 'retrying', 'uploading'])(
    'leaves %s open, and what only holds a final word',
    (word) => {
      const held = [word, `${word}_failed`, `completed_${word}`, `not${word}ready`];
      expect(held.filter((status) => taskEnd(status))).toEqual([]);
    },
  );

  it('leaves open whatever else a service says', () => {
    const known =
      /com|suc|fin|rea|don|fai|exp|tim|err|cra|mod|nsf|blo|ban|rej|ref|den|for|fil|fla|pol|can|int|kil|del|abo|ter|rem|rev|wit/i;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (status) => {
        expect(known.test(status) || taskEnd(status) === undefined).toBe(true);
      }),
    );
    expect(taskEnd('constructor')).toBeUndefined();
    expect(taskEnd('')).toBeUndefined();
  });
});
