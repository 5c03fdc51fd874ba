import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Where a workflow that keeps files among an item's fields has them, but for those of its forms. */
const filesField = '_files';

/** What is said of files of which nobody knows the type. */
const unknownType = /^$|\/octet-stream$|^application\/mp4$/;
/** As many as n8n needs to tell a type. */
const beginningBytes = 4_100;

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
     * Makes a link that needs no login. n8n answers it with the type that it has stored with the file,
     * and deletes early what came in by a webhook or a form: so of a file that is stored with another
     * type, or for a moment only, it is a link to a copy.
     *
     * @param kind - what the file is to be, as the first part of a MIME type
     * @returns the link; the file's type where it is of another kind; neither where n8n no longer has it
     */
    async link(
      file: IBinaryData,
      kind: string,
      lifetime: '24h',
    ): Promise<{ url?: string; type?: string }> {
      const { id = '', fileName } = file;
      const stored = await helpers.getBinaryMetadata(id).catch(() => undefined);
      if (stored === undefined) return {};
      const type = await typeOf(file, kind);
      if (!type.startsWith(`${kind}/`)) return { type };
      const isServed = type === stored.mimeType && !id.includes('/temp/');
      const served = isServed
        ? file
        : await helpers.prepareBinaryData(await helpers.getBinaryStream(id), fileName, type);
      return { url: helpers.createBinarySignedUrl(served, lifetime) };
    },
  };

  /**
   * The type of a file as it is said, or else as n8n finds it in its first bytes, or by its name where
   * nobody knew it.
   */
  async function typeOf({ id, fileName, mimeType: said = '' }: IBinaryData, kind: string) {
    if (said.startsWith(`${kind}/`)) return said;
    const names = unknownType.test(said) ? [undefined, fileName] : [undefined];
    for await (const bytes of await helpers.getBinaryStream(id!, beginningBytes)) {
      for (const name of names) {
        const { mimeType } = await helpers.prepareBinaryData(
          Buffer.from(bytes as Uint8Array),
          name,
        );
        if (mimeType.startsWith(`${kind}/`)) return mimeType;
      }
      break;
    }
    return said;
  }
}
