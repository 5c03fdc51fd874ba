/** What the first bytes of a file give away. */
export interface Sniffed {
  /** Type of the video that they begin. */
  video?: string;
  /** What they begin instead, in words. */
  other?: string;
}

/** Bytes that are enough to tell. */
export const sniffLength = 64;

const signatures: { starts: string; at?: number; is: Sniffed }[] = [
  { starts: 'ftypqt', at: 4, is: { video: 'video/quicktime' } },
  { starts: 'ftyp', at: 4, is: { video: 'video/mp4' } },
  { starts: '\x1a\x45\xdf\xa3', is: { video: 'video/webm' } },
  { starts: '\x89PNG', is: { other: 'an image' } },
  { starts: '\xff\xd8\xff', is: { other: 'an image' } },
  { starts: 'GIF8', is: { other: 'an image' } },
  { starts: '%PDF', is: { other: 'a PDF document' } },
  { starts: 'PK\x03\x04', is: { other: 'a ZIP archive' } },
  { starts: '\x1f\x8b', is: { other: 'a compressed file' } },
  { starts: '#EXTM3U', is: { other: 'a playlist' } },
];

/**
 * Looks at the first bytes of a file: hosts that do not say what a file is send pages of theirs,
 * "expired" or "log in", as if they were the file.
 */
export function sniff(head: Uint8Array): Sniffed {
  const text = Buffer.from(head).toString('latin1');
  const found = signatures.find(({ starts, at = 0 }) => text.startsWith(starts, at));
  if (found !== undefined) return found.is;
  const words = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<[!?a-z]/i.test(words)) return { other: 'a web page' };
  if (/^[{[]\s*["{[\]}\d-]/.test(words)) return { other: 'a JSON text' };
  return {};
}
