import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIds, findTaskIds } from '../../../nodes/tasks/findIds.ts';

describe('findTaskIds', () => {
  it.each<[string, string, string[]]>([
    ['a task as the contract has it', '{"id":"task_1","status":"completed"}', ['task_1']],
    ['an event', '{"id":"evt_1","data":{"id":"task_1"}}', ['evt_1', 'task_1']],
    ['a task in the data', '{"data":{"task":{"id":"task_1"}}}', ['task_1']],
    ['an object in the data', '{"data":{"object":{"id":"task_1"}}}', ['task_1']],
    ['a list', '[{"id":"task_1"}]', ['task_1']],
    ['names of other styles', '{"taskId":"a","task_id":"b","TaskID":"c"}', ['a', 'b', 'c']],
    ['JSON in a text', '{"payload":"{\\"data\\":{\\"id\\":\\"task_1\\"}}"}', ['task_1']],
    ['a text that is JSON', '"{\\"id\\":\\"task_1\\"}"', ['task_1']],
    ['a text that is an ID, as JSON', '"task_1"', ['task_1']],
    ['a text that is JSON twice over', '"\\"task_1\\""', ['task_1']],
    ['a form', 'id=task_1&status=completed', ['task_1']],
    ['a form with JSON', 'payload=%7B%22task%22%3A%7B%22id%22%3A%22task_1%22%7D%7D', ['task_1']],
    ['a byte order mark', '\uFEFF{"id":"task_1"}', ['task_1']],
    ['JSON that broke off', '{"data":{"id":"task_1"},"results":["https://fi', ['task_1']],
    ['an outer id behind an inner one', '{"data":{"id":"b"},"id":"a"}', ['a', 'b']],
    ['its own id behind that of another', '{"parent_task_id":"p","id":"a"}', ['a', 'p']],
    ['a task’s id behind others', '{"user_id":"u","org_id":"o","task_id":"a"}', ['a', 'u', 'o']],
    ['the same id twice', '{"id":"a","task":{"id":"a"}}', ['a']],
    ['a number of many digits', '{"id":12345678901234567890}', ['12345678901234567890']],
    [
      'digits in a text as they are',
      '{"id":"x, 12345678901234567890"}',
      ['x, 12345678901234567890'],
    ],
    ['digits alone', '12345678901234567890', ['12345678901234567890']],
    ['a fraction of many digits beside it', '{"p":0.12345678901234567890,"id":"a"}', ['a']],
    ['results beside it', '{"id":"a","results":["https://files.test/id/7.mp4"]}', ['a']],
    ['no more than four', '{"a_id":1,"b_id":2,"c_id":3,"d_id":4,"e_id":5}', ['1', '2', '3', '4']],
    ['none of a yes', '{"id":true,"task_id":null,"uid":{},"ids":[]}', []],
    [
      'the name of a part of every object',
      '{"id":"__proto__","__proto__":{"id":"b"}}',
      ['__proto__', 'b'],
    ],
  ])('finds %s', (_, text, ids) => {
    expect(findTaskIds(text)).toEqual(ids);
  });
});

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
    ['in an answer that broke off', '{"data":{"id":"abc"},"status":"pe', {}, ['id "abc"']],
    ['in a header', '', { location: '/v1/tasks/t9', date: 'today' }, ['location "/v1/tasks/t9"']],
    ['in a header of its own', '', { 'x-task-id': 't9' }, ['x-task-id "t9"']],
  ])('finds an id %s', (_, text, headers, ids) => {
    expect(findIds(text, headers)).toEqual(ids);
  });

  it.each([
    ['an id that is cut short', '{"data":{"id":"ab'],
    ['a number that may be', '{"data":{"id":12'],
    ['other words', '{"status":"pending","paid":"yes","grid":"3x3","progress":4,"valid":true}'],
    ['a sentence, which is shown as it is', 'queued as task t-17.'],
    ['nothing', '{"id":"","task":{"id":null}}'],
  ])('does not take %s', (_, text) => {
    expect(findIds(text, { 'content-type': 'application/json' })).toEqual([]);
  });

  it('never throws, and finds the id of a task wherever it stands in a whole answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        findIds(text, {});
        findIds(`{${text}`, {});
      }),
      { numRuns: 500 },
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
      { numRuns: 500 },
    );
  });
});
