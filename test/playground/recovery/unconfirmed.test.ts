import { describe, expect, it } from 'vitest';
import { example, type Json } from './scene.ts';

describe('a retry that n8n did not confirm', () => {
  const columns = example.nodes.find(({ name }) => name === 'Not Retried')!.parameters.columns;
  const { state } = (columns as { value: { state: string } }).value;
  const after = (error: Json): unknown =>
    (
      new Function('$json', `return ${state.slice('={{'.length, -'}}'.length)}`) as (
        j: Json,
      ) => unknown
    )({ error });

  it('is asked for again if the connection broke, unless the list shows that it began', () => {
    for (const message of ['connect ECONNREFUSED 127.0.0.1:5678', 'socket hang up'])
      expect(after({ message })).toBe('retry');
    const closed = 'The connection to the server was closed unexpectedly, perhaps it is offline.';
    expect(after({ message: closed, code: 'ECONNRESET' })).toBe('retry');
  });

  it('counts as begun when it only took long, and goes to a person when n8n refuses', () => {
    expect(after({ message: 'timeout of 20000ms exceeded', code: 'ECONNABORTED' })).toBe('retried');
    expect(after({ message: 'Not found', httpCode: '404' })).toBe('person');
  });
});
