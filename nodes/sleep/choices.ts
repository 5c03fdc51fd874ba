import type { INodeProperties } from 'n8n-workflow';
import { type Read, readSwitch } from '../parameters/readValue';

/** How the user wants the wait to be spent. */
export interface SleepChoices {
  /** Keep the execution running instead of putting it to sleep. */
  stayAwake: boolean;
  /** Go on asking in the background while the execution sleeps. */
  watch: boolean;
}

/** Fields of every node that waits, for its collections. */
export const sleepFields: Record<keyof SleepChoices, INodeProperties> = {
  watch: {
    displayName: 'Ask in the Background',
    name: 'watch',
    type: 'boolean',
    default: true,
    description:
      'Whether n8n keeps asking the service while the execution sleeps. When off, the execution wakes about once a minute, or when the service calls it.',
  },
  stayAwake: {
    displayName: 'Stay in This Execution',
    name: 'stayAwake',
    type: 'boolean',
    default: false,
    description:
      'Whether to keep the execution running while it waits, instead of putting it to sleep. A running execution is lost when n8n restarts.',
  },
};

/** Reads an option of the running node's form; one that was not added has the fallback. */
type ReadOption = <T>(
  name: string,
  label: string,
  fallback: T,
  read: (value: unknown, label: string) => Read<T>,
) => T;

/** Reads how the wait is to be spent: one setting for all items. */
export function readSleepChoices(option: ReadOption): SleepChoices {
  const flag = (name: 'watch' | 'stayAwake') => {
    const { displayName, default: fallback } = sleepFields[name];
    return option(name, displayName, fallback === true, readSwitch);
  };
  return { stayAwake: flag('stayAwake'), watch: flag('watch') };
}
