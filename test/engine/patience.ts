import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';
import { type patience as builtPatience } from '../../nodes/CreateVideo/pay/patience.ts';

type Patience = typeof builtPatience;

const require = createRequire(import.meta.url);
const load = () =>
  (require('../../dist/nodes/CreateVideo/pay/patience.js') as { patience: Patience }).patience;

const usual = { ...load() };
let wanted: Partial<Patience> = {};

/** Gives nodes that were loaded anew the patience of the test. */
export const applyPatience = () => Object.assign(load(), usual, wanted);

/** Lets the built nodes give up sooner, or send rows one after another, until the test ends. */
export function setPatience(other: Partial<Patience>): void {
  wanted = { ...wanted, ...other };
  applyPatience();
}

/** Has each test of a file begin with this patience. */
export function havePatience(other: Partial<Patience>): void {
  beforeEach(() => setPatience(other));
  afterEach(() => {
    wanted = {};
    applyPatience();
  });
}
