import { isLoopback, checkUrl, readUrls, toWireUrl, checkIsFile } from '../../links/urls';
import { requestField } from '../../generated/contract';
import { choiceOf } from '../../parameters/readValue';
import { take, type FormRow, type MediaKind, type Mode } from './FormRow';

/** Reads what the row's mode takes beside the prompt; fields of other modes are left alone. */
export async function readMedia(
  row: FormRow,
  mode: Mode,
): Promise<Partial<Record<string, string[]>>> {
  if (mode === 'imageToVideo') return await readFrames(row);
  return mode === 'referenceToVideo' ? await readReferences(row) : {};
}

async function readFrames(row: FormRow) {
  const first = await readFrame(row, 'firstFrame', 'First Frame', ['url', 'binary']);
  if (first?.length === 0)
    row.report('First Frame is empty. Give the picture that the video starts with.');
  const last = await readFrame(row, 'lastFrame', 'Last Frame', ['none', 'url', 'binary']);
  return { [requestField.imageUrls]: [...(first ?? []), ...(last ?? [])] };
}

async function readFrame(row: FormRow, name: string, label: string, sources: readonly string[]) {
  const source = take(row, choiceOf(sources)(row.field(`${name}Source`), `${label} From`));
  if (source === undefined) return undefined;
  if (source === 'none') return [];
  if (source === 'url')
    return readAddresses(row, row.field(name), `${label} URL`, checkMedia(row), true);
  // The same picture first and last is a mistake.
  const takesOnlyFile = name === 'firstFrame';
  const file = { label: `${label} File`, kind: 'image', isSingle: true, takesOnlyFile } as const;
  return await row.linkFiles(row.field(`${name}Binary`), file);
}

async function readReferences(row: FormRow) {
  const read = async (kind: MediaKind, urlsLabel: string, label: string) => {
    const urls = readAddresses(row, row.field(`${kind}Urls`), urlsLabel, checkMedia(row));
    const links = await row.linkFiles(row.field(`${kind}Binaries`), { label, kind });
    return urls && links && [...urls, ...links];
  };
  const images = await read('image', 'Image URLs', 'Image Files');
  const videos = await read('video', 'Video URLs', 'Video Files');
  const audios = await read('audio', 'Audio URLs', 'Audio Files');
  if ([images, videos, audios].every((list) => list?.length === 0))
    row.report('Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.');
  const given = (list: string[] | undefined) => (list?.length ? list : undefined);
  return {
    [requestField.imageUrls]: given(images),
    [requestField.videoUrls]: given(videos),
    [requestField.audioUrls]: given(audios),
  };
}

const checkMedia = (row: FormRow) => (url: URL) =>
  checkReach(row, url, 'Give a public address, or pass the file itself.') ?? checkIsFile(url);

function checkReach({ canReach }: FormRow, { hostname }: URL, instead: string) {
  if (canReach(hostname)) return undefined;
  return `must be an address that the service can reach, but "${hostname}" is only known inside your own network. ${instead}`;
}

/** Reads the address that the service calls when the task has ended; it may be left out. */
export function readCallback(row: FormRow): string | undefined {
  const { callbackUrl } = row.options;
  const check = (url: URL) => checkCallback(row, url);
  return readAddresses(row, callbackUrl, 'Callback URL', check, true)?.[0];
}

function checkCallback(row: FormRow, url: URL): string | undefined {
  const { protocol, hostname, pathname } = url;
  if (/\/(webhook|form)-test\//.test(pathname))
    return 'must be a production URL, but it is a test URL, where n8n listens only while you try the workflow out. Copy the Production URL of the trigger.';
  if (protocol !== 'https:' && !isLoopback(hostname))
    return `must start with https://, but it starts with ${protocol}//${hostname}.`;
  return checkReach(
    row,
    url,
    'Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address.',
  );
}

/** @returns the addresses as they are sent; undefined when a problem was reported */
function readAddresses(
  row: FormRow,
  value: unknown,
  label: string,
  check: (url: URL) => string | undefined,
  isSingle = false,
): string[] | undefined {
  const urls = readUrls(value);
  if (isSingle && urls.length > 1) {
    row.report(`${label} must be a single web address, but there are ${urls.length}.`);
    return undefined;
  }
  const problems = urls.flatMap((url, index) => {
    const problem = checkUrl(url) ?? check(new URL(url));
    if (problem === undefined) return [];
    return [`${urls.length > 1 ? `${label}, entry ${index + 1},` : label} ${problem}`];
  });
  problems.forEach(row.report);
  return problems.length > 0 ? undefined : urls.map(toWireUrl);
}
