import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { refuseEngineTwo } from '../n8n/engineTwo';
import { readOperation } from '../parameters/openForm';
import { beginVisit } from '../sleep/beginVisit';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { operations } from './fields/operation';

export { testVideoGenApi } from '../service/testCredential';
export { answerCall } from '../callback/answerCall';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  // Whatever throws has cost nothing, or says itself what it cost.
  return await failEveryItem(context, 'no', async () => {
    refuseEngineTwo(context);
    if (!(await beginVisit(context))) return [[]];
    const operation = readOperation(context, operations);
    return [await (operation === 'create' ? create : createAndWait)(context)];
  });
}
