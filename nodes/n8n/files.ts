import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Where a workflow that keeps files among an item's fields has them, but for those of its forms. */
const filesField = '_files';

/**
 * The files of an item, wherever the workflow keeps them: beside its fields, or among them
 * (`binaryMode: "combined"`).
 */
export function filesOf(context: IExecuteFunctions, itemIndex: number) {
  const { helpers } = context;
  const { json, binary } = context.getInputData()[itemIndex]!;

  /** Finds a file by its name, or takes the file itself; undefined where there is none. */
  function find(wanted: unknown): IBinaryData | undefined {
    for (const path of [wanted, `${filesField}.${String(wanted)}`])
      try {
        return helpers.assertBinaryData(itemIndex, path as string);
      } catch {
        // It is not there.
      }
    return undefined;
  }

  return {
    find,
    names: () =>
      Object.entries({ ...json, ...Object(json[filesField]), ...binary })
        .filter(([name, value]) => 'mimeType' in Object(value) && find(name) !== undefined)
        .map(([name]) => name),
    /**
     * Whether a name is that of an upload in a form of n8n that the visitor left out. The form then
     * has a field with nothing in it; a file has the field's name with its blanks replaced.
     */
    isLeftOut: (name: string) =>
      Object.entries(json).some(
        ([field, value]) =>
          [field, field.replace(/\W/g, '_')].includes(name) &&
          [value].flat().every((one) => one === null || one === ''),
      ),
    /**
     * Makes a link that needs no login. Files that came in by a webhook or a form are in a folder of
     * their own until n8n stores the execution, which a wait does at once: of them it is a link to a
     * copy that stays.
     *
     * @returns undefined where n8n no longer has the file; it deletes those of old executions
     */
    async sign(file: IBinaryData, lifetime: '24h') {
      const { id = '' } = file;
      const stored = await helpers.getBinaryMetadata(id).catch(() => undefined);
      if (stored === undefined) return undefined;
      if (!id.includes('/temp/')) return helpers.createBinarySignedUrl(file, lifetime);
      const bytes = await helpers.getBinaryStream(id);
      const kept = await helpers.prepareBinaryData(bytes, file.fileName, file.mimeType);
      return helpers.createBinarySignedUrl(kept, lifetime);
    },
  };
}
