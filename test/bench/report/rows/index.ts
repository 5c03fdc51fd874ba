import type { Row } from '../row.ts';
import { cpu } from './cpu.ts';
import { createMany } from './createMany.ts';
import { documentTimes } from './document.ts';
import { download } from './download.ts';
import { memory } from './memory.ts';
import { packageCost } from './package.ts';
import { pollLag } from './pollLag.ts';
import { requestsLong, requestsShort } from './requests.ts';
import { resumeLag } from './resumeLag.ts';
import { sandboxSpeed } from './sandbox.ts';
import { waitMany } from './waitMany.ts';
import { workerSlots } from './workerSlots.ts';

/** The rows of the report, in their order. */
export const rows: Row[] = [
  createMany,
  waitMany,
  pollLag,
  resumeLag,
  requestsLong,
  requestsShort,
  memory,
  workerSlots,
  download,
  cpu,
  packageCost,
  sandboxSpeed,
  documentTimes,
];
