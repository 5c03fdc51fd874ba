import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../nodes/service/readAnswer.ts';

const document = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));
const { ErrorAnswer } = document.components.schemas;
const fields = Object.keys(ErrorAnswer.properties);

/** What the nodes tell of an error with this body. */
const wordsOf = (body: unknown) =>
  (
    readAnswer(
      { httpStatus: 400, headers: {}, body: { text: JSON.stringify(body) } },
      (text) => text,
      0,
    ) as { detail: string }
  ).detail;

describe('ErrorAnswer', () => {
  it('is ours, to the last field', () => {
    expect(ErrorAnswer['x-evidence']).toBe('assumed');
    for (const field of fields)
      expect([field, ErrorAnswer.properties[field]['x-evidence']]).toEqual([field, 'assumed']);
  });

  it.each(fields)('names %s, in which the nodes look for words', (field) => {
    expect(wordsOf({ other: 'x', [field]: 'No such key' })).toContain('No such key');
    expect(wordsOf({ other: 'x', [field]: { message: 'No such key' } })).toContain('No such key');
  });

  it('is the body of every error, and of nothing else', () => {
    const used = JSON.stringify(document).split('#/components/schemas/ErrorAnswer').length - 1;
    const { Error, Unauthorized } = document.components.responses;
    for (const answer of [Error, Unauthorized])
      expect(answer.content['application/json'].schema.$ref).toMatch(/ErrorAnswer$/);
    expect(used).toBe(2);
  });
});
