import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../nodes/tasks/withoutSecrets.ts';

const key = 'sk-12"34/5678+9';

describe('withoutSecrets', () => {
  it.each<[string, unknown, unknown]>([
    ['in a text', { error: { message: `${key} is out of credit` } }, '*** is out of credit'],
    ['in the name of a field', { error: { [key]: true } }, '***'],
    ['in the address of the video', { results: [`https://f.test/a?k=${key}`] }, '?k=***"'],
    ['in an address, encoded', { results: [`https://f.test/?${encodeURIComponent(key)}`] }, '?***'],
    ['in the id', { id: `${key}-1` }, '***-1'],
    ['in the status', { status: `wrong ${key}` }, 'wrong ***'],
    ['in JSON inside of a text', { raw: JSON.stringify({ key }) }, '***'],
    ['in base64, behind a name', { login: Buffer.from(`me:${key}`).toString('base64') }, '***'],
    ['in capitals, twenty lists deep', { a: nest([key.toUpperCase()], 20) }, '***'],
    ['for the most part', { error: `${key.slice(0, 12)}…` }, '***…'],
  ])('hides the key %s', (_, record, shown) => {
    const text = JSON.stringify(withoutSecrets(record as object, [` ${key} `]));
    expect(text).toContain(shown);
    for (const form of [key, key.toUpperCase(), JSON.stringify(key).slice(1, -1)])
      expect(text).not.toContain(form);
  });

  it('hides a key of digits that comes as a number', () => {
    expect(withoutSecrets({ account: 1234567890 }, ['1234567890'])).toEqual({ account: '***' });
  });

  it('leaves a record alone that holds none, with the words of the contract', () => {
    const record = { status: 'completed', results: ['https://a.test'], model: 'demo', seed: 7 };
    expect(withoutSecrets(record, ['', 'demo', 'completed', 'sk-12345'])).toBe(record);
    expect(withoutSecrets({ results: 'results' }, ['results-', 'results'])).toEqual({
      results: 'results',
    });
  });

  it('leaves the beginning of a key alone that is the name of a service', () => {
    const record = { model: 'videogen-2.0', results: ['https://cdn.videogen.test/a.mp4'] };
    expect(withoutSecrets(record, ['videogen-live-0a1b2c3d4e5f6a7b'])).toBe(record);
  });

  it('copes with what is nested two hundred thousand deep', () => {
    const deep = JSON.parse(`${'[['.repeat(100_000)}${']]'.repeat(100_000)}`) as unknown;
    const shown = withoutSecrets({ status: 'failed', deep }, ['sk-12345']);
    expect(JSON.stringify(shown)).toMatch(/^\{"status":"failed","deep":\[{10,40}/);
  });
});

function nest(value: unknown, levels: number): unknown {
  return levels === 0 ? value : nest([value], levels - 1);
}
