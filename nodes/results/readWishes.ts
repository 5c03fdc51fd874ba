import { defaultSettings, type WaitSettings } from '../look/settings';
import type { Form } from '../parameters/openForm';
import { numberFrom, readSwitch } from '../parameters/readValue';
import { readShape, type Shape } from './outputShape';

const daySeconds = 24 * 60 * 60;
const yearMinutes = 365 * 24 * 60;

/** What the user wants of the wait and of its output: the same for all items. */
export interface Wishes {
  settings: WaitSettings;
  /** Keep the execution running instead of putting it to sleep. */
  stayAwake: boolean;
  /** Whether the files are wanted, too. */
  download: boolean;
  shape: Shape;
}

/** What the execution has done before the wait, and does behind it, takes this share of its time. */
const shareOfOthers = 0.1;

/**
 * What a form says of the wait; what is wrong with it, the form keeps.
 *
 * @param n8nLimitMs - when n8n ends the execution: without a Time Limit of its own, the wait is over before
 */
export async function readWishes(form: Form, isTool: boolean, n8nLimitMs: number): Promise<Wishes> {
  const { intervalMs } = defaultSettings;
  const timeoutMs = Math.min(defaultSettings.timeoutMs, n8nLimitMs * (1 - shareOfOthers));
  const seconds = await form.field(
    'options.intervalSeconds',
    'Check Every (Seconds)',
    intervalMs / 1000,
    numberFrom(1, daySeconds),
  );
  const minutes = await form.field(
    'options.timeLimitMinutes',
    'Time Limit (Minutes)',
    timeoutMs / 60_000,
    numberFrom(0, yearMinutes),
  );
  return {
    settings: { intervalMs: seconds * 1000, timeoutMs: minutes * 60_000 },
    stayAwake: await form.field('options.stayAwake', 'Stay Awake', false, readSwitch),
    download: await form.field('download', 'Download Video', !isTool, readSwitch),
    shape: await readShape(form, isTool),
  };
}
