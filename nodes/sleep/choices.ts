import type { INodeProperties } from 'n8n-workflow';
import { readChoice, type Read, readSwitch } from '../parameters/readValue';

const releases = ['together', 'asTheyCome'] as const;

/** How the user wants the wait to be spent. */
export interface SleepChoices {
  /** Keep the execution running instead of putting it to sleep. */
  stayAwake: boolean;
  /** Go on asking in the background while the execution sleeps. */
  watch: boolean;
  release: (typeof releases)[number];
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
  release: {
    displayName: 'Finished Items',
    name: 'release',
    type: 'options',
    options: [
      {
        name: 'All Together',
        value: 'together',
        description: 'Items go on when the last video is ready',
      },
      {
        name: 'As They Come',
        value: 'asTheyCome',
        description:
          'Each item goes on as soon as its video is ready, so the nodes after this one run several times. Inside a loop, items still leave together.',
      },
    ],
    default: 'together',
    description: 'When items leave this node',
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
  const release: SleepChoices['release'] = 'together';
  return {
    stayAwake: flag('stayAwake'),
    watch: flag('watch'),
    release: option('release', sleepFields.release.displayName, release, (value, label) =>
      readChoice(value, label, releases),
    ),
  };
}
