import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

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
