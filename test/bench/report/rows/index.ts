import type { Row } from '../row.ts';
import { createMany } from './createMany.ts';
import { packageCost } from './package.ts';
import { pollLag, requests } from './pollLag.ts';
import { waitMany } from './waitMany.ts';

/** The rows of the report, in their order. */
export const rows: Row[] = [createMany, waitMany, pollLag, requests, packageCost];
