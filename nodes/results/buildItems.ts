import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { toErrorItem } from '../errors/raise';
import { isToolCall } from '../n8n/toolCall';
import { keepApart } from '../tasks/taskJson';
import { nameFile } from './nameFile';
import { shapeJson, type Shape } from './shape';
import type { Ending } from './toEnding';

/** Where the file of a video is on an item. */
export const fileField = 'data';

/**
 * Makes the output items, in the order of the endings: each paired with the input item it came from,
 * in the shape that the person wants, with its file; or an error item.
 */
export async function buildItems(
  context: IExecuteFunctions,
  endings: readonly Ending[],
  shape: Shape,
): Promise<INodeExecutionData[]> {
  const inputs = context.getInputData();
  const withInput = (json: IDataObject, itemIndex: number) => {
    if (!shape.keepInput) return json;
    // An ID that both have stands there once.
    const input = Object.entries(inputs[itemIndex]?.json ?? {}).filter(
      ([name, value]) => value !== json[name],
    );
    return keepApart(Object.fromEntries(input), json, 'input');
  };
  // n8n puts the input's fields on the items of the error output by itself; a model reads none.
  const isAlone = context.getNode().onError === 'continueErrorOutput' || isToolCall(context);
  return await mapInTurns(endings, (ending): INodeExecutionData => {
    const { itemIndex } = ending;
    const pairedItem = { item: itemIndex };
    if (ending.failure !== undefined) {
      const item = toErrorItem(ending.failure, itemIndex);
      return isAlone ? item : { ...item, json: withInput(item.json, itemIndex) };
    }
    if (ending.json === undefined) return { json: ending.shown, pairedItem };
    const json = withInput(shapeJson(ending.json, shape), itemIndex);
    if (ending.file === undefined) return { json, pairedItem };
    const file = nameFile(context, ending.file, itemIndex);
    return { json, binary: { [fileField]: file }, pairedItem };
  });
}
