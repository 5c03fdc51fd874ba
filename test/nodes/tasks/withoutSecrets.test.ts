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
    ['in capitals, fifteen lists deep', { a: nest([key.toUpperCase()], 15) }, '***'],
  ])('hides the key %s', (_, record, shown) => {
    const text = JSON.stringify(withoutSecrets(record as object, [` ${key} `]));
    expect(text).toContain(shown);
    for (const form of [key, key.toUpperCase(), JSON.stringify(key).slice(1, -1)])
      expect(text).not.toContain(form);
  });

  it('hides a key of digits that comes as a number', () => {
    expect(withoutSecrets({ account: 1234567890 }, ['1234567890'])).toEqual({ account: '***' });
  });

  it('hides a short key that stands alone', () => {
    const record = { key: 'k-1', error: 'wrong key k-1', results: ['https://k-1.test/k-1/a.mp4'] };
    expect(withoutSecrets(record, ['k-1'])).toEqual({
      key: '***',
      error: 'wrong key ***',
      results: ['https://k-1.test/k-1/a.mp4'],
    });
  });

  it('leaves a record alone that holds none, with the words of the contract', () => {
    const record = {
      status: 'completed',
      results: ['https://a.test'],
      model: 'x',
      seed: 7,
      a: null,
    };
    expect(withoutSecrets(record, ['', 'completed', 'results', 'sk-12345'])).toEqual(record);
    expect(withoutSecrets(record, [])).toEqual(record);
  });

  it('leaves the beginning of a key alone that is the name of a service', () => {
    const record = { model: 'videogen-2.0', results: ['https://cdn.videogen.test/a.mp4'] };
    expect(withoutSecrets(record, ['videogen-live-0a1b2c3d4e5f6a7b'])).toEqual(record);
  });

  it('takes a name such as "__proto__" for one like any other', () => {
    const record = JSON.parse('{"__proto__":{"status":"completed"}}') as { status?: string };
    const shown = withoutSecrets(record, [key]);
    expect(shown.status).toBeUndefined();
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });

  it('leaves out what is nested deeper than n8n can store', () => {
    const deep = JSON.parse(`${'[['.repeat(100_000)}${']]'.repeat(100_000)}`) as unknown;
    const shown = withoutSecrets({ status: 'failed', deep, more: { a: 1 } }, ['sk-12345']);
    expect(JSON.stringify(shown)).toMatch(
      /^\{"status":"failed","deep":\[{19}null\]{19},"more":\{"a":1\}\}$/,
    );
  });
});

function nest(value: unknown, levels: number): unknown {
  return levels === 0 ? value : nest([value], levels - 1);
}
