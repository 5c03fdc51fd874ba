import { writeFileSync } from 'node:fs';
import { measure, toMarkdown } from './table.ts';

const tasks = 3_000;
const text = toMarkdown(measure(tasks), tasks);
writeFileSync(new URL('./RESULTS.md', import.meta.url), text);
console.log(text);
