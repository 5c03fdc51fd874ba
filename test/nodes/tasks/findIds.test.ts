import { describe, expect, it } from 'vitest';
import { findIds, findTaskIds } from '../../../nodes/tasks/readRecord.ts';

describe('findTaskIds', () => {
  it.each<[string, string, string[]]>([
    ['a task as the contract has it', '{"id":"task_1","status":"completed"}', ['task_1']],
    ['an event', '{"id":"evt_1","data":{"id":"task_1"}}', ['evt_1', 'task_1']],
    ['names of other styles', '{"taskId":"a","task_id":"b","TaskID":"c"}', ['a', 'b', 'c']],
    ['JSON in a text', '{"payload":"{\\"data\\":{\\"id\\":\\"task_1\\"}}"}', ['task_1']],
    ['a form', 'payload=%7B%22id%22%3A%22task_1%22%7D', ['task_1']],
    ['JSON inside a form', '--x\r\nname="payload"\r\n\r\n{"id":"task_1"}\r\n--x', ['task_1']],
    ['JSON that broke off', '{"data":{"id":"task_1"},"results":["https://fi', ['task_1']],
    ['the outer id first', '{"data":{"id":"b"},"images":[{"id":"c"}],"id":"a"}', ['a', 'b', 'c']],
    ['the same id twice', '{"id":" a ","task":{"id":"a"}}', ['a']],
    ['a number of many digits', '{"id":12345678901234567890}', ['12345678901234567890']],
    ['no more than four', '{"a_id":1,"b_id":2,"c_id":3,"d_id":4,"e_id":5}', ['1', '2', '3', '4']],
    ['none of a yes', '{"id":true,"task_id":null,"uid":{},"ids":[]}', []],
    ['none that can’t be asked for', '{"id":"..","task_id":"a\\u0000"}', []],
  ])('finds %s', (_, text, ids) => {
    expect(findTaskIds(text)).toEqual(ids);
  });
});

describe('findIds', () => {
  const digits = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const ofRequest = '{"request_id":"r1","trace_id":"t","error":{"requestId":"r2"}}';
  it.each<[string, string, string[], wasTaken?: boolean]>([
    ['under another name', '{"task_id":"t1","taskId":"t2"}', ['task_id "t1"', 'taskId "t2"']],
    ['in a list', '{"tasks":[{"id":"a"},{"id":"b"}]}', ['id "a"', 'id "b"']],
    ['as a list', '{"ids" : [ "a","b"]}', ['ids "a"']],
    ['with an escaped sign', '{"data":{"id":"a\\/b"}}', ['id "a\\/b"']],
    ['behind an odd name', '{"x\\\\":":","id":"abc"}', ['id "abc"']],
    ['in an answer that broke off', '{"data":{"id":"abc"},"status":"pe', ['id "abc"']],
    ['in short', `{"id":"${'x'.repeat(500)}"}`, [`id "${'x'.repeat(200)}"`]],
    [
      'eight at most, each once',
      digits.map((n) => `"id":${n},`).join(''),
      digits.slice(1, -1).map((n) => `id "${n}"`),
    ],
    ['none of a request that was not taken', ofRequest, []],
    ['that of a request that was', '{"request_id":"r1"}', ['request_id "r1"'], true],
    ['none that is cut short', '{"data":{"id":"ab', [], true],
    ['no number that may be', '{"data":{"id":12', [], true],
    ['no other words', '{"status":"pending","grid":"3x3","progress":4,"valid":true}', [], true],
    ['none in a sentence, which is shown as it is', 'queued as task t-17.', [], true],
    ['no words under such a name', '{"task":"a boat at sea"}', [], true],
  ])('finds %s', (_, text, ids, wasTaken = false) => {
    expect(findIds(text, wasTaken)).toEqual(ids);
  });
});
