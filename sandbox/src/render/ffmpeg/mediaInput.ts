// Formats that are one file. A playlist, such as HLS, would name others for ffmpeg to open.
const formats = [
  ...['mov', 'matroska', 'avi', 'flv', 'mpeg', 'mpegts', 'asf'],
  ...['mp3', 'wav', 'w64', 'ogg', 'flac', 'aac', 'aiff', 'au', 'caf', 'amr'],
].join(',');

/** ffmpeg arguments that read media from outside: this file, and nothing that it names. */
export const mediaInput = (path: string): string[] => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', formats],
  ...['-i', path],
];
