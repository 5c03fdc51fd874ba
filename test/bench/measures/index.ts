import { createMany } from './createMany.ts';
import type { Measure } from './measure.ts';
import { packageCost } from './package.ts';
import { pollLag } from './pollLag.ts';
import { waitMany } from './waitMany.ts';

/** All measures, cheap ones first. */
export const measures: Measure[] = [packageCost, createMany, waitMany, pollLag];
