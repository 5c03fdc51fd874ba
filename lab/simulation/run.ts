import { writeFile } from 'node:fs/promises';
import { crowdsToMarkdown, crowdUrl, measureCrowds } from './crowd.ts';
import { firstLookToMarkdown, firstLookUrl, measureFirstLook } from './firstLook.ts';
import { measure, resultsUrl, tasksPerProfile, toMarkdown } from './table.ts';

const text = await toMarkdown(measure(tasksPerProfile));
await writeFile(resultsUrl, text);
console.log(text);

const firstLook = await firstLookToMarkdown(measureFirstLook());
await writeFile(firstLookUrl, firstLook);
console.log(firstLook);

const crowds = await crowdsToMarkdown(measureCrowds());
await writeFile(crowdUrl, crowds);
console.log(crowds);
