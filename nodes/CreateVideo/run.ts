import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { readOperation } from '../parameters/readOperation';
import { arise } from '../sleep/arise';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { operations } from './fields/operation';

export { testVideoGenApi } from '../service/testCredential';
export { answerDoorbell } from '../callback/wakeOrLook';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  // Whatever throws has cost nothing, or says itself what it cost.
  return await failEveryItem(context, 'no', async () => {
    if (await arise(context)) return [[]];
    const operation = readOperation(context, operations);
    return [await (operation === 'create' ? create : createAndWait)(context)];
  });
}
