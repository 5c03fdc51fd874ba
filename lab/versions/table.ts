import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { rootFolder } from '../../playground/folders.ts';
import type { Outcome } from './stories/story.ts';
import type { Version } from './versions.ts';

export interface Tried {
  version: Version;
  outcomes: Outcome[];
}

const page = join(rootFolder, 'docs', 'internals', 'engines.md');
const marks = ['<!-- engines -->', '<!-- end of engines -->'] as const;

const cell = { asleep: 'yes', awake: 'stays awake', failed: 'no' };

/** What was told, with a column for each version. */
function toMarkdown(tried: Tried[]): string {
  const names = tried[0]!.outcomes.map(({ story }) => story);
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['n8n', ...tried.map(({ version }) => version.n8n)]),
    row(['---', ...tried.map(() => '---')]),
    row(['its n8n-core', ...tried.map(({ version }) => version.core)]),
    ...names.map((name, n) =>
      row([name, ...tried.map(({ outcomes }) => cell[outcomes[n]!.result])]),
    ),
  ].join('\n');
}

/** Puts the table into the docs page, between its marks. */
export async function writeTable(tried: Tried[]): Promise<void> {
  const text = await readFile(page, 'utf8');
  const [start, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (start < 0 || end < start) throw new Error(`${page} has no place for the table.`);
  const before = text.slice(0, start + marks[0].length);
  const made = `${before}\n\n${toMarkdown(tried)}\n\n${text.slice(end)}`;
  await writeFile(page, await format(made, { ...(await resolveConfig(page)), filepath: page }));
}
