import { describe, expect, it } from 'vitest';
import { authenticateWith } from '../../../sandbox/src/http/authenticate.ts';

const authenticate = authenticateWith(['one', 'two']);

describe('authenticateWith', () => {
  it.each(['Bearer two', 'bearer two', 'Bearer   two  '])('takes %j', (header) => {
    expect(authenticate(header)).toBe('two');
  });

  it.each([undefined, '', 'two', 'Basic two', 'Bearer', 'Bearer three', 'Bearer one two'])(
    'refuses %j with 401',
    (header) => {
      expect(() => authenticate(header)).toThrow(expect.objectContaining({ statusCode: 401 }));
    },
  );
});
