import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/mapItems';
import { readerOf, toErrorItem } from '../outcomes/failEveryItem';
import { tellPerson } from '../outcomes/Failure';
import type { Fields } from '../tasks/taskJson';
import { shapeJson, type Shape } from './outputOptions';
import { describeStop, nextStep } from './summarize';
import type { RowOutcome } from './rowOutcome';

/**
 * Makes the output items, in the order of the input and paired with it.
 *
 * @throws what became of all rows, if one has failed and the node stops on errors
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
  const next = nextStep(outcomes, false);
  const isAnyPaid = outcomes.some(({ paid = 'no' }) => paid !== 'no');
  return await mapInTurns(outcomes, ({ item: { itemIndex, shown = {} }, failure, json, file }) => {
    const input = shape.keepInput ? (inputs[itemIndex]?.json ?? {}) : {};
    if (failure !== undefined) {
      const told = tellPerson(failure, next, isAnyPaid);
      const item = toErrorItem(failure, told, itemIndex, reader);
      // n8n itself adds the input's fields on the error branch, and a model needs none.
      const beside = reader === 'results' ? input : {};
      return { ...item, json: besideInput(beside, item.json) as IDataObject };
    }
    const out = json === undefined ? shown : besideInput(input, shapeJson(json, shape));
    const item: INodeExecutionData = { json: out as IDataObject, pairedItem: { item: itemIndex } };
    if (file !== undefined)
      item.binary = { data: nameFile(file, readFileName(context, itemIndex)) };
    return item;
  });
}

/**
 * No input field keeps these names: n8n would take an item with one of the first two for a failure and
 * run the node again, `paid` would tell what another node spent, and `id` name no task.
 */
const reserved = ['error', '$error', 'paid', 'id'];

/** Adds fields to those of the input, one of which may have to be renamed, say to "inputId". */
function besideInput(input: Fields, json: Fields): Fields {
  const isTaken = (name: string) => Object.hasOwn(json, name) || reserved.includes(name);
  const kept = Object.entries(input).flatMap(([name, value]) => {
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
/** What separates folders or what some file system refuses. */
const unfit = /[\p{Cc}\p{Surrogate}/\\:*?"<>|]+/gu;

/**
 * Names a file. The video is paid for, so a name that can't be used is ignored instead of failing.
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
