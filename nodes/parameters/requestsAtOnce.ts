import type { INodeProperties } from 'n8n-workflow';
import type { NumberRule } from './readValue';

/** Without the option the nodes find out by themselves how much the service takes. */
export const unboundedRequests = Infinity;

export const requestsAtOnceRule = {
  label: 'Requests at Once',
  least: 1,
  most: 1000,
  whole: true,
} satisfies NumberRule;

/** Option of every node that sends many requests, for its collection named `options`. */
export const requestsAtOnceField: INodeProperties = {
  displayName: 'Requests at Once',
  name: 'concurrency',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
  default: 10,
  description:
    'The most requests that this node may have under way at the same time. Without this option the nodes find out how many the service takes. The same for all items.',
};
