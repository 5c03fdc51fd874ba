import type { Sniffed } from './sniff';

const typeByExtension: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
};

/** Types that a server sends when it does not say what a file is, only that it is one to keep. */
const vagueTypes = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/download',
  'application/force-download',
  'application/x-download',
  'application/x-force-download',
  'application/x-octet-stream',
]);

/** Other names of a video's type. */
const aliases: Record<string, string> = {
  'application/mp4': 'video/mp4',
  'application/x-matroska': 'video/x-matroska',
};

const longestName = 100;
/** What is longer is no type, and would stand in every item. */
const longestType = 100;

export interface FileDescription {
  fileName: string;
  mimeType: string;
}

/**
 * Names a task's file by the task, and tells its type: what the server says, else what the first
 * bytes say, else what the address says, else MP4. No name that the server gives is taken.
 *
 * @param url - the address that the file came from, redirects followed
 * @param sniffed - what the first bytes are
 * @returns undefined when the server says that it is no video
 */
export function describeFile(
  taskId: string,
  url: string,
  contentType: unknown,
  sniffed?: Sniffed,
): FileDescription | undefined {
  const plain = String(contentType ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  const said = aliases[plain] ?? (plain.length > longestType ? '' : plain);
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  if (!vagueTypes.has(said) && !said.startsWith('video/')) return undefined;

  const mimeType = said.startsWith('video/')
    ? said
    : (sniffed?.video ?? typeByExtension[ending] ?? 'video/mp4');
  const byType = Object.entries(typeByExtension).find(([, type]) => type === mimeType)?.[0];
  const extension = byType ?? (/^\w{2,4}$/.test(ending) ? ending : 'mp4');
  const name = taskId.replace(/[^\w.-]+/g, '_').slice(0, longestName);
  return { fileName: `${name}.${extension}`, mimeType };
}
