import { describe, expect, it } from 'vitest';
import { resultUrl } from '../../../nodes/tasks/resultUrl.ts';

const address = 'https://files.test/a.mp4?sig=a%2Fb';
const urlIn = (results: unknown, status = 'completed') => resultUrl({ status, results } as never);

describe('resultUrl', () => {
  it.each([
    [[address]],
    [[address, 'https://files.test/b.mp4']],
    [[{ url: address }]],
    [[{ url: ` ${address}` }]],
    [[` ${address}\r\n`]],
    [[`${address}\u200b`]],
    [[`"${address}"`]],
    [[`<${address}>`]],
    [address],
    [{ url: address }],
  ])('finds the video in %j', (results) => expect(urlIn(results)).toBe(address));

  it.each([
    [undefined],
    [null],
    [[]],
    [['']],
    [[null, address]],
    [[7]],
    [[{}]],
    [[[address]]],
    [['/a.mp4']],
    [['ftp://files.test/a.mp4']],
    [['https:/files.test/a.mp4']],
    [['https://https://files.test/a.mp4']],
    [['http://[']],
    [[`see ${address}`]],
  ])('finds none in %j', (results) => expect(urlIn(results)).toBeUndefined());

  it('finds none in a task that is not completed', () => {
    expect(urlIn([address], 'failed')).toBeUndefined();
  });
});
