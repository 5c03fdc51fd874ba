import { expect, it } from 'vitest';
import { readBuilt } from './document.ts';

const plugin = new URL('../../openapi/lint/plugin.js', import.meta.url);
const rules: Record<string, (document: object) => object[]> = (await import(plugin.href)).rules;
const document = await readBuilt('openapi');

it.each(Object.keys(rules))('the document keeps our lint rule %s', (rule) => {
  expect(rules[rule]!(document)).toEqual([]);
});
