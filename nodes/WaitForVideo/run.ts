import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { readOperation } from '../parameters/readOperation';
import { arise } from '../sleeping/arise';
import { operations } from './fields/operation';
import { getStatus } from './getStatus';
import { wait } from './wait';

export { answerDoorbell } from '../sleeping/doorbell';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(context, 'unknown', async () => {
    if (await arise(context)) return [[]];
    const operation = readOperation(context, operations);
    return [await (operation === 'getStatus' ? getStatus : wait)(context)];
  });
}
