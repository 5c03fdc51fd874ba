import { cpu } from './cpu.ts';
import { create, create5000 } from './create.ts';
import { documentTimes } from './document.ts';
import { download } from './download.ts';
import { lag } from './lag.ts';
import { longTasks } from './longTasks.ts';
import type { Measure } from './measure.ts';
import { memory } from './memory.ts';
import { packageCost } from './package.ts';
import { threeProcesses } from './processes.ts';
import { rateLimit } from './rateLimit.ts';
import { resumeLag } from './resumeLag.ts';
import { sandboxSpeed } from './sandbox.ts';
import { sleepCpu } from './sleepCpu.ts';
import { wait, wait5000 } from './wait.ts';
import { whileWaiting } from './whileWaiting.ts';
import { workerSlots } from './workerSlots.ts';

/** All measures, cheap ones first. */
export const measures: Measure[] = [
  packageCost,
  sandboxSpeed,
  documentTimes,
  cpu,
  create,
  rateLimit,
  resumeLag,
  wait,
  lag,
  longTasks,
  sleepCpu,
  create5000,
  wait5000,
  threeProcesses,
  whileWaiting,
  download,
  memory,
  workerSlots,
];
