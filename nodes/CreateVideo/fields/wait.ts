import type { INodeProperties } from 'n8n-workflow';
import { downloadFields } from '../../delivery/fields/download';
import { timeLimitField } from '../../delivery/fields/timeLimit';
import { showFor } from '../../parameters/showFor';

export const waitFields: INodeProperties[] = showFor('createAndWait', [
  timeLimitField,
  ...downloadFields,
]);
