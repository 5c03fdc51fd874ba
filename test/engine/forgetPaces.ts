import { createRequire } from 'node:module';
import type * as pacersModule from '../../nodes/pace/pacers.ts';

const require = createRequire(import.meta.url);
const { pacers } = require('../../.out/nodes/pace/pacers.js') as typeof pacersModule;

/** What the nodes learned of a service in one test is not so of the next one at the same address. */
export const forgetPaces = () => pacers.forgetAll();
