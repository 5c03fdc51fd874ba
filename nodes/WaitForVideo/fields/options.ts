import type { INodeProperties } from 'n8n-workflow';
import { resultOptions } from '../../delivery/fields/options';
import { showFor } from '../../parameters/showFor';

/** What a single look needs as well. */
const forBoth = ['otherFinalStatuses'];

export const optionFields: INodeProperties[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: resultOptions.flatMap((field) =>
      forBoth.includes(field.name) ? [field] : showFor('wait', [field], '/operation'),
    ),
  },
];
