import type { INodeExecutionData } from 'n8n-workflow';

const keysOfErrorItem = ['error', 'message', 'details'];

/** Whether an output item tells of a failure. */
export const isErrorItem = ({ json }: INodeExecutionData): boolean =>
  json.error !== undefined && Object.keys(json).every((key) => keysOfErrorItem.includes(key));
