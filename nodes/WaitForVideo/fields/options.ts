import { optionsCollection, otherFinalStatuses, waitOptions } from '../../delivery/fields/options';
import { fileNameOption, outputOptions } from '../../delivery/fields/output';
import { requestsAtOnceField } from '../../parameters/requestsAtOnce';
import { showFor } from '../../parameters/showFor';

/** A single look needs less than a wait. */
export const optionsField = optionsCollection([
  ...outputOptions,
  otherFinalStatuses,
  ...showFor('wait', [fileNameOption, ...waitOptions, requestsAtOnceField], '/operation'),
]);
