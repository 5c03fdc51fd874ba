import type { INodeProperties } from 'n8n-workflow';
import { downloadFields } from '../../delivery/fields/download';
import { timeLimitField } from '../../delivery/fields/timeLimit';
import { waitSettings, waitingCollection } from '../../delivery/fields/waiting';
import { showFor } from '../../parameters/showFor';

export const waitFields = showFor('createAndWait', [timeLimitField, ...downloadFields]);

/** Sending has "Requests at Once" already, and it counts for both. */
const withoutConcurrency = waitSettings.filter(({ name }) => name !== 'concurrency');

export const waitingFields: INodeProperties[] = showFor('createAndWait', [
  waitingCollection(withoutConcurrency),
]);
