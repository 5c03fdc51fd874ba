import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/mapItems';
import { readerOf, toErrorItem } from '../outcomes/failEveryItem';
import { tellPerson } from '../outcomes/Failure';
import type { Fields } from '../tasks/taskJson';
import { shapeJson, type Shape } from './outputOptions';
import { describeStop, nextStep } from './summarize';
import type { RowOutcome } from './rowOutcome';

/** Where the file of a video is on an item. */
const fileField = 'data';

/**
 * Gives out what came of each item, in the order of the input: each paired with the input item it came
 * from, in the shape that the person wants, with its file; or an error item.
 *
 * @throws the first failure, when the node is to stop on errors
 */
export async function giveOut(
  context: IExecuteFunctions,
  outcomes: readonly RowOutcome[],
  shape: Shape,
): Promise<INodeExecutionData[]> {
  const stop = context.continueOnFail() ? undefined : describeStop(outcomes);
  if (stop !== undefined) throw stop;
  const inputs = context.getInputData();
  const reader = readerOf(context);
  const next = reader === 'model' ? '' : nextStep(outcomes, false);
  const isAnyPaid = outcomes.some(({ paid = 'no' }) => paid !== 'no');
  return await mapInTurns(outcomes, ({ item: { itemIndex, shown = {} }, failure, json, file }) => {
    const input = shape.keepInput ? (inputs[itemIndex]?.json ?? {}) : {};
    if (failure !== undefined) {
      const told = tellPerson(failure, next, isAnyPaid);
      const item = toErrorItem(failure, told, itemIndex, reader);
      // n8n puts the input's fields on the items of the error output by itself; a model reads none.
      const beside = reader === 'results' ? input : {};
      return { ...item, json: besideInput(beside, item.json) as IDataObject };
    }
    const out = json === undefined ? shown : besideInput(input, shapeJson(json, shape));
    const item: INodeExecutionData = {
      json: out as IDataObject,
      pairedItem: { item: itemIndex },
    };
    if (file !== undefined)
      item.binary = { [fileField]: nameFile(file, readFileName(context, itemIndex)) };
    return item;
  });
}

/**
 * No field that came in keeps one of these: n8n would take an item with the first two for a failure of
 * the node, and run it again; and a node before has spent what `paid` says.
 */
const reserved = ['error', '$error', 'paid'];

/** The fields beside those that came in. One whose name is taken comes out as "inputId", say. */
function besideInput(input: Fields, json: Fields): Fields {
  const isTaken = (name: string) => Object.hasOwn(json, name) || reserved.includes(name);
  const kept = Object.entries(input).flatMap(([name, value]) => {
    // The same value need not stand there twice.
    const isSame = () => JSON.stringify(json[name]) === JSON.stringify(value);
    if (Object.hasOwn(json, name) && isSame()) return [];
    let free = name;
    while (isTaken(free) || (free !== name && Object.hasOwn(input, free)))
      free = `input${free.charAt(0).toUpperCase()}${free.slice(1)}`;
    return [[free, value] as const];
  });
  return { ...Object.fromEntries(kept), ...json };
}

function readFileName(context: IExecuteFunctions, itemIndex: number): unknown {
  try {
    return context.getNodeParameter('options.fileName', itemIndex, '');
  } catch {
    return undefined;
  }
}

const longestName = 100;
/** What separates folders, and what no file system takes. */
const unfit = /[\p{Cc}\p{Surrogate}/\\:*?"<>|]+/gu;

/**
 * The file of an item under the name that the person wants. The video is paid for and here: a name
 * that cannot be used leaves it the one it has.
 *
 * @param wanted - what the option File Name holds; an expression may give anything
 */
export function nameFile(file: IBinaryData, wanted: unknown): IBinaryData {
  const text = typeof wanted === 'string' || typeof wanted === 'number' ? String(wanted) : '';
  const name = text.replaceAll(unfit, '_').trim().replace(/^\.+/, '').slice(0, longestName);
  if (name === '') return file;
  const ending = /\.\w+$/.exec(file.fileName ?? '')?.[0] ?? '';
  const hasEnding = name.toLowerCase().endsWith(ending);
  return { ...file, fileName: hasEnding ? name : `${name}${ending}` };
}
