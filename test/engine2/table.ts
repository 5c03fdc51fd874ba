import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Execution } from '../../playground/index.ts';

/** What was tried, what its person reads, and what the service's ledger says. */
export interface Row {
  name: string;
  read: string;
  ledger: string;
}

export interface LedgerTask {
  id: string;
  prompt: string;
  answer: { status: string };
}

type Items = { json: Record<string, unknown> }[];

/** Of an execution, with the tasks by their number instead of their IDs, which differ each time. */
export function describeCase(
  name: string,
  tasks: LedgerTask[],
  { status }: Pick<Execution, 'status'>,
  items: Items,
  message: string,
): Row {
  const outcomes = items.flatMap(({ json }) => json.outcome ?? json.error ?? json.status ?? []);
  const seen = message || [`\`${status}\``, ...outcomes.map((said) => `“${String(said)}”`)];
  const told = tasks.reduce(
    (text, { id }, index) => text.replaceAll(id, `task_${index + 1}`),
    [seen].flat().join(' '),
  );
  return {
    name,
    read: told.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://…'),
    ledger: `${tasks.length || 'no'} ${tasks.length === 1 ? 'video' : 'videos'}`,
  };
}

export const page = join(import.meta.dirname, '../../docs/internals/engine-2.md');
const marks = /(?<=<!-- cases -->\n).*(?=<!-- end of cases -->)/s;

/** The page as it is, and as it has to be with these rows. */
export async function writePage(rows: readonly Row[]): Promise<{ is: string; want: string }> {
  const is = await readFile(page, 'utf8');
  const lines = rows.map(({ name, read, ledger }) => `| ${name} | ${read} | ${ledger} |`);
  const head = '| Case | What you read | What the sandbox was asked for |\n| --- | --- | --- |';
  const filled = is.replace(marks, () => `\n${head}\n${lines.join('\n')}\n\n`);
  const want = await format(filled, { ...(await resolveConfig(page)), filepath: page });
  return { is, want };
}
