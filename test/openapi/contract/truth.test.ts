import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { operations } from 'videogen-openapi';
import { documentedOf, restrictionsOf } from './documentedOf.ts';
import { aboutTheDocument, restrictions, sentences } from './sentences.ts';
import { type Statement, statements } from './statements.ts';

const document = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));
const strict = JSON.parse(await readFile('openapi/dist/openapi.strict.json', 'utf8'));
const told = [...documentedOf(document), ...documentedOf(strict)];
const restricted = [...restrictionsOf(document.components.schemas)];

/** What a sentence names exactly: code, quotations and numbers. */
const exactIn = (text: string) => [
  ...[...text.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, code, quoted]) => code ?? quoted!),
  ...(text.replace(/`[^`]*`|"[^"]*"/g, '').match(/\d+/g) ?? []),
];

const said = (ids: Statement[]) => ids.map((id) => statements[id]).join(' ');

describe('the document', () => {
  it('says nothing of the service that rests on no statement of it', () => {
    const known = new Set([...Object.keys(sentences), ...aboutTheDocument]);
    expect(told.filter(({ sentence }) => !known.has(sentence))).toEqual([]);
    expect(told.length).toBeGreaterThan(100);
  });

  it('has every sentence that is said to rest on a statement', () => {
    const found = new Set(told.map(({ sentence }) => sentence));
    const all = [...Object.keys(sentences), ...aboutTheDocument];
    expect(all.filter((sentence) => !found.has(sentence))).toEqual([]);
  });

  it.each(Object.entries(sentences))(
    'names nothing but what the service names: %s',
    (text, ids) => {
      const ownNames = Object.keys(operations);
      const unheard = exactIn(text)
        .filter((exact) => !ownNames.includes(exact))
        .filter((exact) => !said(ids).includes(exact));
      expect([ids.length > 0, unheard]).toEqual([true, []]);
    },
  );

  it('restricts as documented only what a statement restricts', () => {
    expect(restricted.map(({ place }) => place).sort()).toEqual(Object.keys(restrictions).sort());
    for (const { place, value } of restricted) {
      const values = place.endsWith('format') ? ['URL'] : [value].flat().map(String);
      const missing = values.filter((one) => !said(restrictions[place]!).includes(one));
      expect([place, missing]).toEqual([place, []]);
    }
  });

  it('says everything that the service says', () => {
    const used = new Set([...Object.values(sentences), ...Object.values(restrictions)].flat());
    expect(Object.keys(statements).filter((id) => !used.has(id as Statement))).toEqual([]);
  });

  it.each([
    [/\b(paid|charged)\b/i, 'a price'],
    [/\bfinal\b/i, 'an end of all transitions'],
    [/\bin the order\b/i, 'a numbering of assets'],
    [/\baccepted\b/i, 'what pending means'],
  ])('claims nothing that matches %s: %s', (claim) => {
    expect(told.filter(({ sentence }) => claim.test(sentence))).toEqual([]);
  });
});
