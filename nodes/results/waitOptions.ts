import type { INodeProperties } from 'n8n-workflow';
import { defaultSettings, type WaitSettings } from '../look/WaitState';
import { type Form, numberFrom, readSwitch } from '../parameters/readValue';
import { readShape, type Shape } from './outputOptions';

// n8n's package scan understands only plain names as defaults, and booleans only literally.
const intervalSeconds = defaultSettings.intervalMs / 1000;
const timeLimitMinutes = defaultSettings.timeoutMs / 60_000;

/** Hidden in a tool, because a model can do nothing with a file. */
export const downloadField: INodeProperties = {
  displayName: 'Download Video',
  name: 'download',
  type: 'boolean',
  default: true,
  displayOptions: { hide: { '@tool': [true] } },
  description:
    'Whether to download the file too, into the field "data" under Binary, so that you can play it and pass it on',
};

export const waitOptions: INodeProperties[] = [
  {
    displayName: 'Check Every (Seconds)',
    name: 'intervalSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: intervalSeconds,
    description: 'How often to ask the service about each video. In a long wait we ask less often.',
  },
  {
    displayName: 'File Name',
    name: 'fileName',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.product }}',
    description:
      'Your own name for the downloaded file. Without this option it is named after the task.',
    displayOptions: { show: { '/download': [true] } },
  },
  {
    displayName: 'Stay Awake',
    name: 'stayAwake',
    type: 'boolean',
    default: false,
    description:
      'Whether to keep the execution running while it waits. That saves n8n some work when videos take only seconds. But if n8n restarts meanwhile, the execution is lost, and Retry orders, and pays for, all rows of Create Video again that have no Order Key.',
  },
  {
    displayName: 'Time Limit (Minutes)',
    name: 'timeLimitMinutes',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: timeLimitMinutes,
    description:
      'How long to wait for each video. A task that takes longer isn’t lost: wait for it again with the same ID, which costs nothing.',
  },
];

const daySeconds = 24 * 60 * 60;
const yearMinutes = 365 * 24 * 60;

/** What share of n8n's limit the wait may take: the execution has other nodes, too. */
const shareOfLimit = 0.9;

/** The fields about the wait and its output, the same for all items. */
export interface RunOptions {
  settings: WaitSettings;
  stayAwake: boolean;
  download: boolean;
  shape: Shape;
}

/**
 * Reads the fields about the wait and its output.
 *
 * @param n8nLimitMs - when n8n ends the execution; by default the wait ends earlier
 */
export async function readRunOptions(
  form: Form,
  isTool: boolean,
  n8nLimitMs: number,
): Promise<RunOptions> {
  const seconds = await form.field(
    'options.intervalSeconds',
    'Check Every (Seconds)',
    intervalSeconds,
    numberFrom(1, daySeconds),
  );
  const minutes = await form.field(
    'options.timeLimitMinutes',
    'Time Limit (Minutes)',
    Math.min(timeLimitMinutes, (n8nLimitMs / 60_000) * shareOfLimit),
    numberFrom(0, yearMinutes),
  );
  return {
    settings: { intervalMs: seconds * 1000, timeoutMs: minutes * 60_000 },
    stayAwake: await form.field('options.stayAwake', 'Stay Awake', false, readSwitch),
    download: await form.field('download', 'Download Video', !isTool, readSwitch),
    shape: await readShape(form, isTool),
  };
}
