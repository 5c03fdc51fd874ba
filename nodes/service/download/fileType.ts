/** Bytes at the beginning of a file that are enough to tell what it is. */
export const headLength = 64;

const others: Array<[start: string, what: string]> = [
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['GIF8', 'an image'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a compressed file'],
  ['#EXTM3U', 'a playlist'],
];

/** Types of videos, and those that only say that a file is one to keep. */
const possibleType = /^$|^video\/|octet-stream|download|\/binary$|\/mp4$|\/x-matroska$/;

const endings: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
};

/** What is longer would stand in every item. */
const longestName = 100;

/**
 * Tells what a file is instead of a video, by its first bytes: hosts that do not say what a file is
 * send pages of theirs, "expired" or "log in", as if they were the file.
 */
export function readOtherType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head).toString('latin1');
  const words = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<[!?a-z]/i.test(words)) return 'a web page';
  if (/^[{[]\s*["{[\]}\d-]/.test(words)) return 'a JSON text';
  return others.find(([start]) => text.startsWith(start))?.[1];
}

/**
 * Names a task's file by the task, and tells its type: what the server says, else what the address
 * says, else MP4. No name that a server gives is taken.
 *
 * @returns undefined when the server says that the file is no video
 */
export function describeFile(
  taskId: string,
  url: string,
  contentType: unknown,
): { fileName: string; mimeType: string } | undefined {
  const said = String(contentType ?? '')
    .replace(/;.*/s, '')
    .trim()
    .toLowerCase();
  if (!possibleType.test(said)) return undefined;
  const ending = /\.(\w{2,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'mp4';
  const byEnding = Object.keys(endings).find((type) => endings[type] === ending);
  const isSaid = said.startsWith('video/') && said.length <= longestName;
  const mimeType = isSaid ? said : (byEnding ?? 'video/mp4');
  const name = taskId.replace(/[^\w.-]+/g, '_').slice(0, longestName);
  return { fileName: `${name}.${endings[mimeType] ?? ending}`, mimeType };
}
