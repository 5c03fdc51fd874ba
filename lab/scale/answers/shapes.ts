import { apiKey } from './startAnswers.ts';

/** Room for a megabyte of one thing, as text. */
const bytes = 1_000_000;
const many = (one: string, between = '') =>
  Array.from({ length: Math.floor(bytes / (one.length + between.length)) }, () => one).join(
    between,
  );
const counted = (make: (n: number) => string, each: number) =>
  Array.from({ length: Math.floor(bytes / each) }, (_, n) => make(n)).join(',');

const inRecord = (value: string) => `{"id":"{{id}}","status":"pending","more":${value},"end":1}`;
const deep = (open: string, close: string) => {
  const levels = Math.floor(bytes / (open.length + close.length));
  return open.repeat(levels) + '1' + close.repeat(levels);
};

/** Bodies of about a megabyte that a hostile service can make of an answer, by what is special. */
export const largeBodies: Record<string, string> = {
  'one long text': inRecord(`"${many('x')}"`),
  'a text of escapes': inRecord(`"${many('\\u00e9\\\\\\"')}"`),
  'a text of quotes and backslashes': inRecord(`"${many('\\\\')}"`),
  'a text outside of ASCII': inRecord(`"${many('🎬é')}"`),
  'small numbers': inRecord(`[${many('0', ',')}]`),
  'long numbers': inRecord(`[${many('1.2345678901234567e-300', ',')}]`),
  'empty lists': inRecord(`[${many('[]', ',')}]`),
  'empty records': inRecord(`[${many('{}', ',')}]`),
  'records in records': inRecord(`{${counted((n) => `"r${n}":{}`, 14)}}`),
  'different fields': `{${counted((n) => `"f${n}":${n}`, 14)},"id":"{{id}}","status":"pending"}`,
  'the same field': `{${many('"id":"{{id}}"', ',')},"status":"pending"}`,
  'a long name': `{"id":"{{id}}","status":"pending","${many('n')}":1}`,
  'deep lists': inRecord(deep('[', ']')),
  'deep records': inRecord(deep('{"a":', '}')),
  'wrapped in data': `${deep('{"data":', '}')}`,
  'the key over and over': inRecord(`"${many(apiKey)}"`),
  'fields with the key': inRecord(`{${counted((n) => `"${n}${apiKey}":"${apiKey}"`, 86)}}`),
  'the key in URL form': inRecord(`"${many(encodeURIComponent(`"${apiKey}/`))}"`),
  'the beginning of the key': inRecord(`"${many(apiKey.slice(0, -1), ' ')}"`),
  'videos without end': `{"id":"{{id}}","status":"completed","results":[${many('"https://f.test/a"', ',')}]}`,
  'a long address': `{"id":"{{id}}","status":"completed","results":["https://f.test/${many('a')}"]}`,
  'a long status': `{"id":"{{id}}","status":"${many('s')}"}`,
  'a long reason': `{"id":"{{id}}","status":"failed","error":"${many('why ')}"}`,
  'reasons in reasons': `{"id":"{{id}}","status":"failed","error":${deep('{"error":', '}')}}`,
  'no JSON': many('<b> key= bearer http://a:b@'),
  'nothing but blanks': many(' \n'),
  'nothing but quotes': many('"'),
  'cut short': `{"id":"{{id}}","more":[${many('[{}],')}`,
};
