import { writeFile } from 'node:fs/promises';
import { measure, resultsUrl, tasksPerProfile, toMarkdown } from './table.ts';

const text = await toMarkdown(measure(tasksPerProfile));
await writeFile(resultsUrl, text);
console.log(text);
