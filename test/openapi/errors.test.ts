import { expect, it } from 'vitest';
import { readAnswer } from '../../nodes/service/readAnswer.ts';
import { readBuilt } from './document.ts';

const { ErrorAnswer } = (await readBuilt('openapi')).components.schemas;

/** What the nodes tell of an error with this body. */
const wordsOf = (body: unknown) =>
  (
    readAnswer(
      { httpStatus: 400, headers: {}, body: { text: JSON.stringify(body) } },
      (text) => text,
      0,
    ) as { detail: string }
  ).detail;

it.each(Object.keys(ErrorAnswer.properties))(
  'ErrorAnswer names %s, in which the nodes look for words',
  (field) => {
    expect(wordsOf({ other: 'x', [field]: 'No such key' })).toContain('No such key');
    expect(wordsOf({ other: 'x', [field]: { message: 'No such key' } })).toContain('No such key');
  },
);
