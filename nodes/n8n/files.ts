import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { workflowSettings } from './workflowSettings';

/** Where a workflow that keeps files among an item's fields has them, but for those of its forms. */
const filesField = '_files';

const itemOf = (context: IExecuteFunctions, itemIndex: number) =>
  context.getInputData()[itemIndex]!;

/**
 * Finds a file of an item by its name, or takes the file itself, wherever the workflow keeps files.
 *
 * @returns undefined where there is none
 */
export function findFile(
  context: IExecuteFunctions,
  itemIndex: number,
  wanted: unknown,
): IBinaryData | undefined {
  for (const path of [wanted, `${filesField}.${String(wanted)}`])
    try {
      return context.helpers.assertBinaryData(itemIndex, path as string);
    } catch {
      // It is not there.
    }
  return undefined;
}

/** The names of an item's files. */
export function fileNames(context: IExecuteFunctions, itemIndex: number): string[] {
  const { json, binary } = itemOf(context, itemIndex);
  if (workflowSettings(context).binaryMode !== 'combined') return Object.keys(binary ?? {});
  const fields = Object.entries({ ...json, ...Object(json[filesField]) });
  return fields.filter(([, value]) => 'mimeType' in Object(value)).map(([name]) => name);
}

/**
 * Whether a name is that of an upload in a form of n8n that the visitor left out. The form then has a
 * field with nothing in it; a file has the field's name with its blanks replaced.
 */
export function isLeftOut(context: IExecuteFunctions, itemIndex: number, name: string): boolean {
  return Object.entries(itemOf(context, itemIndex).json).some(
    ([field, value]) =>
      [field, field.replace(/\W/g, '_')].includes(name) &&
      [value].flat().every((one) => one === null || one === ''),
  );
}

/** Whether n8n still has a file; it deletes those of old executions. */
export async function isStored(context: IExecuteFunctions, id: string): Promise<boolean> {
  try {
    await context.helpers.getBinaryMetadata(id);
    return true;
  } catch {
    return false;
  }
}

/** Part of the place of files that came in by a webhook or a form, until n8n knows the execution. */
const passingPlace = '/temp/';

/**
 * The file in a place that stays. n8n moves files that came in by a webhook or a form as soon as it
 * stores the execution, which a wait does at once; a link to their first place would then lead
 * nowhere, while the service may fetch the file minutes later.
 */
export async function keepFile(
  context: IExecuteFunctions,
  file: IBinaryData,
): Promise<IBinaryData> {
  if (!file.id?.includes(passingPlace)) return file;
  const bytes = await context.helpers.getBinaryStream(file.id);
  return await context.helpers.prepareBinaryData(bytes, file.fileName, file.mimeType);
}

/** Files that are larger together are worth a warning: n8n holds each several times over. */
const largeBytes = 20_000_000;

/** Tells in the editor when n8n keeps large files in its memory, where they need not be. */
export function warnOfMemory(context: IExecuteFunctions, files: readonly IBinaryData[]): void {
  // A stored file has an id; the data of one in memory is its base64, 4 characters for 3 bytes.
  const bytes = files
    .map(({ id, data }) => (id ? 0 : data.length * 0.75))
    .reduce((sum, size) => sum + size, 0);
  if (bytes <= largeBytes) return;
  context.addExecutionHints({
    type: 'warning',
    location: 'outputPane',
    message: `n8n holds ${Math.round(bytes / 1e6)} MB of video in its memory, each file several times over. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem on n8n to keep files on disk instead.`,
  });
}
