/** Types of videos, and those that only say that a file is one to keep. */
const possibleType = /^$|^video\/|octet-stream|download|\/binary$|\/mp4$|\/x-matroska$/;

const typesByEnding: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
};

/** What is longer would stand in every item. */
const longestName = 100;

/**
 * Names a task's file by the task, and tells its type: what the server says, else what the address
 * says, else MP4. No name that a server gives is taken.
 *
 * @returns undefined when the server says that the file is no video
 */
export function describeFile(taskId: string, url: string, contentType: unknown) {
  const [said = ''] = String(contentType ?? '').split(';');
  const type = said.trim().toLowerCase();
  if (!possibleType.test(type)) return undefined;
  const ofAddress = /\.(\w{2,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'mp4';
  const isVideo = type.startsWith('video/') && type.length <= longestName;
  const mimeType = isVideo ? type : (typesByEnding[ofAddress] ?? 'video/mp4');
  const ofType = Object.keys(typesByEnding).find((ending) => typesByEnding[ending] === mimeType);
  const name = taskId.replace(/[^\w.-]+/g, '_').slice(0, longestName);
  return { fileName: `${name}.${ofType ?? ofAddress}`, mimeType };
}
