import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';
import { type sendSettings as builtSettings } from '../../nodes/CreateVideo/pay/sendOrder.ts';

type SendSettings = typeof builtSettings;

const require = createRequire(import.meta.url);
const load = () =>
  (require('../../dist/nodes/CreateVideo/pay/sendOrder.js') as { sendSettings: SendSettings })
    .sendSettings;

const usual = { ...load() };
let wanted: Partial<SendSettings> = {};

/** Gives nodes that were loaded anew the settings of the test. */
export const applySendSettings = () => Object.assign(load(), usual, wanted);

/** Lets the built nodes give up sooner, or send rows one after another, until the test ends. */
export function setSendSettings(other: Partial<SendSettings>): void {
  wanted = { ...wanted, ...other };
  applySendSettings();
}

/** Has each test of a file begin with these settings. */
export function haveSendSettings(other: Partial<SendSettings>): void {
  beforeEach(() => setSendSettings(other));
  afterEach(() => {
    wanted = {};
    applySendSettings();
  });
}
