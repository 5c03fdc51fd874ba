import type { Row } from '../row.ts';
import { cpuLook, cpuWait } from './cpu.ts';
import { create1000, create200, create5000 } from './create.ts';
import { documentTimes } from './document.ts';
import { download } from './download.ts';
import { lag } from './lag.ts';
import { memory } from './memory.ts';
import { packageCost } from './package.ts';
import { limitMany, limitOne, threeProcesses } from './rateLimit.ts';
import { requestsLong, requestsShort } from './requests.ts';
import { resumeLag } from './resumeLag.ts';
import { sandboxSpeed } from './sandbox.ts';
import { sleepCpu } from './sleepCpu.ts';
import { wait1000, wait5000, waitFew } from './wait.ts';
import { whileWaiting } from './whileWaiting.ts';
import { workerSlots } from './workerSlots.ts';

/** The rows of the report, in their order. */
export const rows: Row[] = [
  create200,
  create1000,
  create5000,
  waitFew,
  wait1000,
  wait5000,
  limitOne,
  limitMany,
  threeProcesses,
  whileWaiting,
  lag,
  resumeLag,
  requestsLong,
  requestsShort,
  memory,
  workerSlots,
  download,
  cpuLook,
  cpuWait,
  sleepCpu,
  packageCost,
  sandboxSpeed,
  documentTimes,
];
