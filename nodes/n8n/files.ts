import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Where items have their files in the binary mode "combined"; n8n's forms use fields of their own. */
const filesField = '_files';

/** Types that say nothing of a file. */
const unknownType = /^$|\/octet-stream$|^application\/mp4$/;
/** Enough for n8n to tell a type. */
const beginningBytes = 4_100;

/** The files of an item: beside its fields, or among them (`binaryMode: "combined"`). */
export function filesOf(context: IExecuteFunctions, itemIndex: number) {
  const { helpers } = context;
  const { json, binary } = context.getInputData()[itemIndex]!;

  /** @param wanted - a file's name, or the file itself */
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
     * Whether this is an upload that the visitor of an n8n form left out: the form then has an empty
     * field, whose name n8n changes for a file.
     */
    isLeftOut: (name: string) =>
      Object.entries(json).some(
        ([field, value]) =>
          [field, field.replace(/\W/g, '_')].includes(name) &&
          [value].flat().every((one) => one === null || one === ''),
      ),
    /**
     * Makes a link that needs no login: to a copy where n8n would serve the file under another type, or
     * delete it early, as it does with files of webhooks and forms.
     *
     * @param kind - the first part of the MIME type that the file must have
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

  /** The file's type: as told, or else by its first bytes, or else, if none was told, by its name. */
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
