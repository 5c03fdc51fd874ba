import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// How many words each page has, without the tables that are made from the forms:
// node lab/words.ts [a commit to compare with]
const [before] = process.argv.slice(2);
const count = (text: string) =>
  text.replace(/<!-- fields -->.*<!-- end of fields -->/s, '').match(/\S+/g)?.length ?? 0;
const atCommit = (file: string) => {
  try {
    return count(execFileSync('git', ['show', `${before}:${file}`], { encoding: 'utf8' }));
  } catch {
    return 0;
  }
};
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress'))
  .map((name) => `docs/${name}`);
console.table(
  ['README.md', ...pages].map((page) => ({
    page,
    ...(before !== undefined && { before: atCommit(page) }),
    words: count(readFileSync(page, 'utf8')),
  })),
);
