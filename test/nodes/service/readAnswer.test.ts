import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../nodes/service/readAnswer.ts';

describe('readAnswer', () => {
  it.each([
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [407, 'unsent'],
    // The service may have begun with what it did not hear to the end.
    [408, 'faulty'],
    [409, 'refused'],
    [410, 'notFound'],
    [422, 'refused'],
    [429, 'busy'],
    [500, 'faulty'],
    [503, 'faulty'],
  ])('reads HTTP %i as %s', (httpStatus, kind) => {
    const answer = readAnswer({ httpStatus, headers: {}, body: { text: '{}' } }, 0);
    expect(answer.kind).toBe(kind);
  });
});
