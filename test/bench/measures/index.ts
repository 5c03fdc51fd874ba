import { cpu } from './cpu.ts';
import { createMany } from './createMany.ts';
import { documentTimes } from './document.ts';
import { download } from './download.ts';
import { longTasks } from './longTasks.ts';
import { memory } from './memory.ts';
import type { Measure } from './measure.ts';
import { packageCost } from './package.ts';
import { pollLag } from './pollLag.ts';
import { resumeLag } from './resumeLag.ts';
import { sandboxSpeed } from './sandbox.ts';
import { waitMany } from './waitMany.ts';
import { workerSlots } from './workerSlots.ts';

/** All measures, cheap ones first. */
export const measures: Measure[] = [
  packageCost,
  sandboxSpeed,
  documentTimes,
  cpu,
  createMany,
  resumeLag,
  waitMany,
  pollLag,
  longTasks,
  download,
  memory,
  workerSlots,
];
