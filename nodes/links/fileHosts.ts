/** Pages that show a file, by host and path, where people share files. */
const pages = [
  /^(drive|docs)\.google\.com\/(?!uc\?)/,
  /^photos\.(google\.com|app\.goo\.gl)\//,
  /^(www\.)?(icloud|wetransfer|vimeo|tiktok|instagram)\.com\//,
  /^(we\.tl|imgur\.com\/(?!.*\.\w+$))/,
  /^(www\.)?dropbox\.com\/(?!.*[?&](dl|raw)=1)/,
  /^(1drv\.ms|onedrive\.live\.com)\/(?!download)/,
  /^[\w-]+\.sharepoint\.com\/:/,
  /^(www\.|m\.)?(youtube\.com|youtu\.be)\//,
  /^github\.com\/[^/]+\/[^/]+\/blob\/(?!.*[?&]raw=)/,
];

/**
 * Tells of an address that leads to a page which shows a file: the service would fetch the page, and
 * the video would fail.
 *
 * @returns the second half of a sentence that begins with the field's name
 */
export function checkIsFile({ hostname, pathname, search }: URL): string | undefined {
  if (!pages.some((page) => page.test(hostname + pathname + search))) return undefined;
  return `must be a file, but "${hostname}" shows a page around it. Download it first (n8n has nodes for Google Drive, Dropbox and OneDrive) and give the file, or give the address of the file itself.`;
}
