import type { filesOf } from '../../n8n/files';
import { nameValue, readList } from '../../parameters/readValue';
import { defaultFile, type FormRow } from '../fields/FormRow';

/** The files of an item, as n8n keeps them. */
export type ItemFiles = ReturnType<typeof filesOf>;

/** A task may wait its turn for hours; but whoever learns the link can open it. */
const linkLifetime = '24h';

/**
 * Makes links by which the service can fetch an item's files from n8n’s binary store.
 *
 * @param stableNames - receives a lasting name for each link, which is signed anew each time
 */
export function fileLinker(
  files: ItemFiles,
  stableNames: Map<string, string>,
  { canReach, report }: Pick<FormRow, 'canReach' | 'report'>,
): FormRow['linkFiles'] {
  return async (value, label, kind, takes) => {
    const refuse = (problem: string): undefined => void report(`${label} ${problem}`);

    const link = async (wanted: unknown) => {
      const names = files.names();
      const isOnlyMeant = takes === 'theOnly' && wanted === defaultFile && names.length === 1;
      const file = files.find(wanted) ?? (isOnlyMeant ? files.find(names[0]) : undefined);
      if (file === undefined && typeof wanted !== 'string')
        return refuse(`must be a file or its name, but it is ${nameValue(wanted)}.`);
      if (file === undefined) {
        const found = names.map(nameValue).join(', ') || 'no files at all';
        return refuse(`is ${nameValue(wanted)}, but this item has no such file. It has ${found}.`);
      }
      const { id, fileName, bytes } = file;
      const name = nameValue(typeof wanted === 'string' ? wanted : (fileName ?? id));
      if (!id)
        return refuse(
          `${name} is held in memory, where the service can’t fetch it. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) on n8n, or give a URL.`,
        );
      const { url, type } = await files.link(file, kind, linkLifetime);
      if (type !== undefined)
        return refuse(
          `${name} must be of type ${kind}, but its type is ${type || 'unknown'}, and its content is no ${kind} either.`,
        );
      if (url === undefined)
        return refuse(`${name} isn’t among n8n’s stored files. Download it again in this run.`);
      const { hostname } = new URL(url);
      if (!canReach(hostname))
        return refuse(
          `${name} would be a link to ${hostname}, which the service can’t reach. Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address, or give a URL.`,
        );
      // n8n gives the same file another ID in each execution.
      stableNames.set(url, `binary:${[bytes ?? id, fileName].join(' ')}`);
      return url;
    };

    const isOne = takes !== 'several';
    const isName = (text: string) => isOne || files.find(text) !== undefined;
    const all = readList(value, (text) => (isName(text) ? [text] : text.split(/[\n,]/)));
    const wanted = all.filter((one) => files.find(one) ?? !files.isLeftOut(String(one)));
    if (isOne && wanted.length > 1)
      return refuse(`must be a single file, but there are ${wanted.length}.`);
    const urls: string[] = [];
    for (const one of wanted) urls.push((await link(one)) ?? '');
    return urls.includes('') ? undefined : urls;
  };
}
