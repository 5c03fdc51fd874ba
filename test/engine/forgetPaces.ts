import { createRequire } from 'node:module';
import type * as gatesModule from '../../nodes/pace/gates.ts';

const require = createRequire(import.meta.url);
const { gates } = require('../../dist/nodes/pace/gates.js') as typeof gatesModule;

/** What the nodes learned of a service in one test is not so of the next one at the same address. */
export const forgetPaces = () => gates.forgetAll();
