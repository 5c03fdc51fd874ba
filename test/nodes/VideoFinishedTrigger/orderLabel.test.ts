import { describe, expect, it } from 'vitest';
import { addLabel, labelSigner } from '../../../nodes/links/label.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';
import { call, done, keepApart } from './scene.ts';

keepApart();

describe('VideoFinishedTrigger with the label of an order', () => {
  const labelOf = async (key: string, label = 'order 1042') => {
    const url = addLabel('https://n8n.test/a', await labelSigner(key).sign(label));
    return Object.fromEntries(new URL(url).searchParams);
  };

  it('hands out one that was signed with the account’s key', async () => {
    fakeService(() => done);
    const { items } = await call({ id: 'a' }, { query: await labelOf(testCredential.apiKey) });
    expect(items?.[0]?.json).toMatchObject({ id: 'a', label: 'order 1042', labelCheck: 'signed' });
  });

  it.each([
    ['signed with another key', async () => await labelOf('someone else’s key')],
    [
      'changed on the way',
      async () => ({ ...(await labelOf(testCredential.apiKey)), videogen_label: 'order 1043' }),
    ],
    ['without a signature', async () => ({ videogen_label: 'order 1042' })],
    ['not signed', async () => ({ videogen_label: 'order 1042', videogen_signature: '' })],
  ])('starts the workflow without one that was %s', async (_, query) => {
    fakeService(() => done);
    const { items } = await call({ id: 'a' }, { query: await query() });
    expect(items?.[0]?.json).toMatchObject({ id: 'a', status: 'completed' });
    expect(items?.[0]?.json).not.toHaveProperty('label');
    expect(items?.[0]?.json).toMatchObject({
      unverifiedLabel: expect.stringMatching(/^order 104[23]$/) as string,
      labelCheck: 'notSignedWithThisKey',
    });
  });

  it.each([
    ['no label', {}],
    ['a label that is longer than any of ours', { videogen_label: 'x'.repeat(201) }],
    ['several labels', { videogen_label: ['a', 'b'] }],
  ])('says nothing of labels to a call with %s', async (_, query) => {
    fakeService(() => done);
    const { items } = await call({ id: 'a' }, { query });
    expect(Object.keys(items?.[0]?.json ?? {}).filter((key) => /label/i.test(key))).toEqual([]);
  });
});
