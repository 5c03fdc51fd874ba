import { readMs } from '../../../lab/scale/blocks.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIds } from '../../../nodes/tasks/findIds.ts';

const uuid = '3f2b8c1e-1b2c-4d5e-8f90-123456789abc';

describe('findIds', () => {
  it.each<[string, string, Record<string, unknown>, string[]]>([
    ['inside an envelope', '{"data":{"id":"abc"}}', {}, ['data.id "abc"']],
    ['under another name', '{"task_id":"t1","taskId":"t2"}', {}, ['task_id "t1"', 'taskId "t2"']],
    ['beside a message', '{"message":"boom","jobId":"j1"}', {}, ['jobId "j1"']],
    ['in a list', '{"tasks":[{"id":"a"},{"id":"b"}]}', {}, ['tasks.id "a"', 'tasks.id "b"']],
    ['as a list', '{"ids":["a","b"]}', {}, ['ids "a"', 'ids "b"']],
    [
      'as a number too large to be exact',
      '{"task_id":12345678901234567890}',
      {},
      ['task_id "12345678901234567890"'],
    ],
    ['by its look', `{"result":"${uuid}"}`, {}, [`result "${uuid}"`]],
    ['in an answer that broke off', '{"data":{"id":"abc"},"status":"pe', {}, ['data.id "abc"']],
    ['in a sentence', `Task ${uuid} is queued`, {}, [`"${uuid}"`]],
    ['in a sentence, short', 'queued as task t-17.', {}, ['"t-17"']],
    ['in HTML', '<p>job_17a</p>', {}, ['"job_17a"']],
    ['in a header', '', { location: '/v1/tasks/t9', date: 'today' }, ['location "/v1/tasks/t9"']],
    [
      'in the query of an address',
      '{}',
      { location: 'https://a.test/status?task_id=t9&x=1' },
      ['location "https://a.test/status?task_id=t9&x=1"', 'location task_id "t9"'],
    ],
    ['in a header of its own', '', { 'x-task-id': 't9' }, ['x-task-id "t9"']],
  ])('finds an id %s', (_, text, headers, ids) => {
    expect(findIds(text, headers)).toEqual(ids);
  });

  it.each([
    ['an id that is cut short', '{"data":{"id":"ab'],
    ['a number that may be', '{"data":{"id":12'],
    ['other words', '{"status":"pending","paid":"yes","grid":"3x3","progress":4,"valid":true}'],
    ['nothing', '{"id":"","task":{"id":null}}'],
  ])('does not take %s', (_, text) => {
    expect(findIds(text, { 'content-type': 'application/json' })).toEqual([]);
  });

  it('names a few of very many, in time, whatever the text', () => {
    const texts = [
      `{"a":"${'\\"'.repeat(1_000_000)}`,
      `{"a":${'['.repeat(1_000_000)}`,
      `[${'{"id":"x1"},'.repeat(100_000)}`,
      'task '.repeat(400_000),
      `task ${'a'.repeat(2_000_000)}`,
      'a-'.repeat(1_000_000),
    ];
    const before = process.threadCpuUsage();
    for (const text of texts) expect(findIds(text, {}).length).toBeLessThanOrEqual(8);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(40 * readMs());
  });

  it('never throws, and finds the id of a task wherever it stands in a whole answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        findIds(text, {});
        findIds(`{${text}`, {});
      }),
      { numRuns: 2_000 },
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constant({ id: 'task_wanted' }),
        fc.dictionary(fc.constantFrom('data', 'result', 'a', 'task'), tie('tree'), { maxKeys: 2 }),
        fc.tuple(fc.constantFrom('words', 7, null, true), tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, (answer) => {
        const text = JSON.stringify(answer);
        if (text.includes('task_wanted'))
          expect(findIds(text, {}).join()).toContain('id "task_wanted"');
      }),
      { numRuns: 2_000 },
    );
  });
});
