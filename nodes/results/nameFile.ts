import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

const longestName = 100;
/** What separates folders, and what no file system takes. */
const unfit = /[\p{Cc}\p{Surrogate}/\\:*?"<>|]+/gu;

/**
 * The file of an item under the name that the person wants. The video is paid for and here: a name
 * that cannot be used leaves it the one it has.
 */
export function nameFile(
  context: IExecuteFunctions,
  file: IBinaryData,
  itemIndex: number,
): IBinaryData {
  const name = cleanName(readName(context, itemIndex));
  if (name === '') return file;
  const ending = /\.\w+$/.exec(file.fileName ?? '')?.[0] ?? '';
  const hasEnding = name.toLowerCase().endsWith(ending.toLowerCase());
  return { ...file, fileName: hasEnding ? name : `${name}${ending}` };
}

const cleanName = (name: string) =>
  name.replaceAll(unfit, '_').trim().replace(/^\.+/, '').slice(0, longestName);

function readName(context: IExecuteFunctions, itemIndex: number): string {
  try {
    const { fileName } = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
    return typeof fileName === 'string' || typeof fileName === 'number' ? String(fileName) : '';
  } catch {
    return '';
  }
}
