import { writeFile } from 'node:fs/promises';
import { firstLookToMarkdown, firstLookUrl, measureFirstLook } from './firstLook.ts';
import { layOut } from './layOut.ts';
import { heldOut } from './pace/heldOut.ts';
import { heldOutMarkdown, measureAllPaces, measureSpread, paceMarkdown } from './pace/paceTable.ts';
import { measure, resultsUrl, tasksPerProfile, toMarkdown } from './table.ts';

const tuned = await measureAllPaces();
const parts = [
  await toMarkdown(measure(tasksPerProfile)),
  await layOut(paceMarkdown(tuned)),
  await layOut(heldOutMarkdown(tuned, await measureAllPaces(heldOut), await measureSpread())),
];
const text = parts.join('\n');
await writeFile(resultsUrl, text);
console.log(text);

const firstLook = await firstLookToMarkdown(measureFirstLook());
await writeFile(firstLookUrl, firstLook);
console.log(firstLook);
