import type { INodeProperties } from 'n8n-workflow';
import { waitOptions } from '../../delivery/fields/options';

export const optionFields: INodeProperties[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: waitOptions,
  },
];
