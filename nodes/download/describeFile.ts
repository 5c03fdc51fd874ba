const typeByExtension: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
};

/** Types that a server sends when it does not say what a file is. */
const vagueTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export interface FileDescription {
  fileName: string;
  mimeType: string;
}

/**
 * Names a task's file by the task, and tells its type: what the server says, else what the
 * address says, else MP4.
 *
 * @returns undefined when the server says that it is no video
 */
export function describeFile(
  taskId: string,
  url: string,
  contentType: unknown,
): FileDescription | undefined {
  const said = String(contentType ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  const byAddress = typeByExtension[ending];
  if (!vagueTypes.has(said) && !said.startsWith('video/')) return undefined;

  const mimeType = said.startsWith('video/') ? said : (byAddress ?? 'video/mp4');
  const byType = Object.entries(typeByExtension).find(([, type]) => type === mimeType)?.[0];
  const extension = byType ?? (/^\w{2,4}$/.test(ending) ? ending : 'mp4');
  return { fileName: `${taskId.replace(/[^\w.-]+/g, '_')}.${extension}`, mimeType };
}
