import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findLabel, labelSigner } from '../../../../nodes/links/label.ts';
import { readLabel } from '../../../../nodes/CreateVideo/order/readLabel.ts';
import { fakeService } from '../../../engine/fakeService.ts';
import { runNode, testCredential } from '../../../engine/runNode.ts';
import { havePatience } from '../../../engine/patience.ts';

havePatience({ rowsAtOnce: 1 });

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const create = async (rows = ['order 1', 'order 2']) => {
  const service = fakeService((_, index) => ({
    status: 200,
    body: { id: `task_${index + 1}`, status: 'pending', label: 'theirs' },
  }));
  const result = await runNode({
    type: 'createVideo',
    parameters: {
      operation: 'create',
      prompt: 'A boat',
      options: {
        callbackUrl: 'https://hooks.test/video-finished?a=1',
        orderLabel: '={{ $json.order }}',
        output: 'everything',
        keepInput: false,
      },
    },
    items: rows.map((order) => ({ json: { order } })),
  });
  service.verify();
  return { ...result, requests: service.requests };
};

describe('Create Video with an order label', () => {
  it('sends it with the callback, signed with the account’s key', async () => {
    const { requests } = await create();
    for (const [index, { body }] of requests.entries()) {
      const { callback_url } = body as { callback_url: string };
      expect(callback_url).toMatch(/^https:\/\/hooks\.test\/video-finished\?a=1&/);
      const found = findLabel(Object.fromEntries(new URL(callback_url).searchParams));
      expect(found?.label).toBe(`order ${index + 1}`);
      expect(await labelSigner(testCredential.apiKey).verify(found!)).toBe(true);
    }
  });

  it('takes a request for the same in a retry, whose label may be another', async () => {
    const preview = async (executionId: string) => {
      const { outputs } = await runNode({
        type: 'createVideo',
        parameters: {
          operation: 'create',
          prompt: 'A boat',
          options: {
            callbackUrl: 'https://hooks.test/video-finished',
            orderLabel: '={{ $json.order }}',
            preview: true,
          },
        },
        items: [{ json: { order: `${executionId}/1of1/77` } }],
      });
      return outputs[0]![0]!.json.request;
    };
    const first = await preview('1');
    expect(first).toMatchObject({ callback_url: 'https://hooks.test/video-finished' });
    expect(await preview('2')).toEqual(first);
  });

  it('puts it on the item, beside a field of the service of that name', async () => {
    const { outputs } = await create();
    expect(outputs[0]?.map(({ json }) => [json.label, json.taskLabel])).toEqual([
      ['order 1', 'theirs'],
      ['order 2', 'theirs'],
    ]);
  });
});

describe('readLabel', () => {
  it.each([
    ['order 1042', 'order 1042'],
    [1042, '1042'],
    ['  A ', 'A'],
    ['\u200B', undefined],
    [undefined, undefined],
    [null, undefined],
  ])('reads %j as %j', (value, label) => {
    expect(readLabel(value, 'Label')).toEqual({ value: label });
  });

  it.each([
    [{}, 'Label must be text, but it is an object.'],
    ['null', /^Label is "null", which is what an expression gives/],
    ...['x'.repeat(201), 'a\nb', '\ud800'].map((text): [string, string] => [
      text,
      'Label must be a single line of at most 200 characters.',
    ]),
  ])('refuses %j', (value, problem) => {
    expect(readLabel(value, 'Label').problem).toMatch(problem);
  });
});
