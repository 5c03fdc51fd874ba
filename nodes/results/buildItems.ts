import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { toErrorItem } from '../errors/raise';
import { isToolCall } from '../n8n/toolCall';
import { nameFile } from './nameFile';
import { shapeJson, type Shape } from './outputShape';
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
  const withInput = (json: IDataObject, itemIndex: number) =>
    shape.keepInput ? besideInput(inputs[itemIndex]?.json ?? {}, json) : json;
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

/** n8n takes an item with one of these for a failure of the node, and would run it again. */
const namesOfFailures = ['error', '$error'];

/** The fields beside those that came in. One whose name is taken comes out as "inputId", say. */
function besideInput(input: IDataObject, json: IDataObject): IDataObject {
  const isTaken = (name: string) => Object.hasOwn(json, name) || namesOfFailures.includes(name);
  const kept = Object.entries(input).flatMap(([name, value]) => {
    // The same value need not stand there twice.
    if (json[name] === value) return [];
    let free = name;
    while (isTaken(free) || (free !== name && Object.hasOwn(input, free)))
      free = `input${free.charAt(0).toUpperCase()}${free.slice(1)}`;
    return [[free, value] as const];
  });
  return { ...Object.fromEntries(kept), ...json };
}
