const passFile = (node: string) =>
  `Download it with n8n’s ${node} node, and give the file in place of its address.`;

const downloadIt = 'Download it, and give the file itself.';

/** Where people share files: by host and path, how to get the file itself. */
const pages: ReadonlyArray<[RegExp, string]> = [
  [/^(drive|docs)\.google\.com\/(?!uc\?)/, passFile('Google Drive')],
  [/^photos\.(google\.com|app\.goo\.gl)\//, downloadIt],
  [/^(www\.)?(icloud|wetransfer|vimeo|tiktok|instagram)\.com\//, downloadIt],
  [/^(we\.tl|imgur\.com\/(?!.*\.\w+$))/, downloadIt],
  [/^(www\.)?dropbox\.com\/(?!.*[?&](dl|raw)=1)/, 'End the address with dl=1 in place of dl=0.'],
  [/^(1drv\.ms|onedrive\.live\.com)\/(?!download)/, passFile('Microsoft OneDrive')],
  [/^[\w-]+\.sharepoint\.com\/:/, passFile('Microsoft SharePoint')],
  [/^(www\.|m\.)?(youtube\.com|youtu\.be)\//, 'Give the address of the video file itself.'],
  [/^github\.com\/[^/]+\/[^/]+\/blob\/(?!.*[?&]raw=)/, 'Use the address behind Raw on that page.'],
];

/**
 * Tells of an address that leads to a page which shows a file: the service would fetch the page, and
 * the video would fail.
 *
 * @returns the second half of a sentence that begins with the field's name
 */
export function checkIsFile({ hostname, pathname, search }: URL): string | undefined {
  const address = hostname + pathname + search;
  const [, instead] = pages.find(([page]) => page.test(address)) ?? [];
  return instead && `must be a file, but "${hostname}" shows a page around it. ${instead}`;
}
