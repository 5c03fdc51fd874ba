import { createRequire } from 'node:module';
import type * as delaysModule from '../../nodes/look/howOften.ts';
import type * as liveWaitModule from '../../nodes/look/LiveWait.ts';
import type * as settingsModule from '../../nodes/look/settings.ts';
import type * as watchModule from '../../nodes/look/startWait.ts';

// The built modules, so that what is measured is what is shipped.
const require = createRequire(import.meta.url);
const load = <T>(name: string) => require(`../../dist/nodes/look/${name}.js`) as T;

export const { startBehind } = load<typeof delaysModule>('howOften');
export const { LiveWait } = load<typeof liveWaitModule>('LiveWait');
export const { defaultSettings, jitterShare } = load<typeof settingsModule>('settings');
export const { startTaskWait, startWait, waitForTasks } = load<typeof watchModule>('startWait');

export const latencyMs = 200;
/** From the answer that creates a task to the first visit of the node that waits. */
export const handOverMs = 50;
