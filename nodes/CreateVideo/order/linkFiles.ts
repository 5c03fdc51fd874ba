import { canReach } from '../../links/isInside';
import type { filesOf } from '../../n8n/files';
import { nameValue, readList, type Read } from '../../parameters/readValue';
import { defaultFile } from './formChoices';
import type { FileField, FormRow } from './FormRow';

/** The files of an item, as n8n keeps them. */
export type ItemFiles = ReturnType<typeof filesOf>;

/**
 * How long the service may fetch a file: a task may wait its turn for hours, and whoever learns the
 * link can open it.
 */
const linkLifetime = '24h';

/**
 * Makes links that let the service fetch files of an item from n8n’s binary store, so that they need
 * no hosting. Nothing is sent.
 *
 * @param serviceHost - one in a network of one's own can reach addresses inside
 * @param stableNames - gets for each link what names the same file on every try; the link itself is
 *   signed anew each time
 */
export function fileLinker(
  files: ItemFiles,
  serviceHost: string,
  stableNames: Map<string, string>,
  report: FormRow['report'],
): FormRow['linkFiles'] {
  const { find } = files;

  const findWanted = (wanted: unknown, { takesOnlyFile = false }: FileField) => {
    const [only, ...others] = files.names();
    const isOnlyMeant = takesOnlyFile && wanted === defaultFile && others.length === 0;
    return find(wanted) ?? (isOnlyMeant ? find(only) : undefined);
  };

  const link = async (wanted: unknown, field: FileField): Promise<Read<string>> => {
    const file = findWanted(wanted, field);
    if (file === undefined) return { problem: tellMissing(wanted) };
    const name = nameValue(typeof wanted === 'string' ? wanted : (file.fileName ?? file.id));
    const { kind } = field;
    if (!file.mimeType?.startsWith(`${kind}/`))
      return {
        problem: `${name} must be of type ${kind}, but its type is ${file.mimeType || 'unknown'}.`,
      };
    if (!file.id)
      return {
        problem: `${name} is held in memory, where the service can’t fetch it. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) on n8n, or give a URL.`,
      };
    const url = await files.sign(file, linkLifetime);
    if (url === undefined)
      return { problem: `${name} isn’t among n8n’s stored files. Download it again in this run.` };
    const { hostname } = new URL(url);
    if (!canReach(serviceHost, hostname))
      return {
        problem: `${name} would be a link to ${hostname}, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address, or give a URL.`,
      };
    stableNames.set(url, `binary:${file.id}`);
    return { value: url };
  };

  const tellMissing = (wanted: unknown) => {
    if (typeof wanted !== 'string')
      return `must be a file or its name, but it is ${nameValue(wanted)}.`;
    const found = files.names().map(nameValue).join(', ') || 'no files at all';
    return `is ${nameValue(wanted)}, but this item has no such file. It has ${found}.`;
  };

  return async (value, field) => {
    const isName = (text: string) => field.isSingle === true || find(text) !== undefined;
    const all = readList(value, (text) => (isName(text) ? [text] : text.split(/[\n,]/)));
    const wanted = all.filter((one) => find(one) ?? !files.isLeftOut(String(one)));
    const problems: string[] = [];
    const urls: string[] = [];
    if (field.isSingle && wanted.length > 1)
      problems.push(`must be a single file, but there are ${wanted.length}.`);
    else
      for (const one of wanted) {
        const { value: url, problem } = await link(one, field);
        if (problem === undefined) urls.push(url);
        else problems.push(problem);
      }
    for (const problem of problems) report(`${field.label} ${problem}`);
    return problems.length > 0 ? undefined : urls;
  };
}
