import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { lookTable, wakeTable, type Rule } from '../../nodes/sleep/table.ts';

const page = join(import.meta.dirname, '../../docs/internals/sleep.md');
const marks = /(?<=<!-- tables -->\n).*(?=<!-- end of tables -->)/s;

const toMarkdown = (title: string, rules: ReadonlyArray<Rule<never, string>>) =>
  [
    `## ${title}`,
    '',
    '| when | step | why |',
    '| --- | --- | --- |',
    ...rules.map(({ when, step, why }) => `| ${when} | \`${step}\` | ${why} |`),
    '',
  ].join('\n');

// UPDATE_DOCS writes the tables instead of comparing them.
it('the page about sleep shows the tables as they are', async () => {
  const tables = [
    toMarkdown('When a visit begins', wakeTable),
    toMarkdown('After the look', lookTable),
  ].join('\n');
  const text = await readFile(page, 'utf8');
  expect(text).toMatch(marks);
  const want = await format(
    text.replace(marks, () => `\n${tables}\n`),
    { ...(await resolveConfig(page)), filepath: page },
  );
  if (process.env.UPDATE_DOCS) await writeFile(page, want);
  else expect(text).toBe(want);
});
