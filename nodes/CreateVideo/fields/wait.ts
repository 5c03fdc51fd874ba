import type { INodeProperties } from 'n8n-workflow';
import { downloadFields } from '../../delivery/fields/download';
import { timeLimitField } from '../../delivery/fields/timeLimit';
import * as delivery from '../../delivery/fields/waiting';
import { showFor } from '../../parameters/showFor';

/** What is wanted of the result of "Create and Wait". */
export const resultFields: INodeProperties[] = showFor('createAndWait', [
  timeLimitField,
  ...downloadFields,
]);

export const waitingFields: INodeProperties[] = showFor('createAndWait', delivery.waitingFields);
