import { redact } from '../../text/redact';
import { describeFile } from './fileType';
import { BrokenFile, guardBytes, tooLarge, unusable } from './guardBytes';
import type { ByteStream, FileAnswer, FileWorld, StoredFile } from './n8nFiles';

/** What one try to fetch a file came to; `passing` when another try, or a newer link, may help. */
export type Download =
  { file: StoredFile; reason?: undefined } | { reason: string; passing: boolean };

/** Larger than any video of a few minutes: what streams on beyond it is none. */
const largestFileBytes = 1_000_000_000;

const mostRedirects = 5;

/**
 * Streams a task's video into n8n's binary storage.
 *
 * @throws only when the execution was stopped
 */
export async function downloadVideo(
  world: FileWorld,
  taskId: string,
  firstUrl: string,
  maxBytes = largestFileBytes,
): Promise<Download> {
  let body: ByteStream | undefined;
  try {
    const answer = await openFile(world, firstUrl);
    body = answer.body;
    const { httpStatus } = answer;
    if (httpStatus !== 200) throw new BrokenFile(`HTTP ${httpStatus}`, httpStatus >= 400);
    const { 'content-type': type, 'content-length': length } = answer.headers;
    const description = describeFile(taskId, answer.url, type);
    if (description === undefined) throw unusable(`the link leads to ${type}, not to a video`);
    // Only good to give up early: n8n unpacks what comes compressed, and this is the packed length.
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    // One that is shorter than announced ends in an error by itself.
    const whole = body.compose((source) => guardBytes(source, maxBytes));
    // An error that comes once nobody reads any more would end the n8n process.
    whole.on('error', () => {});
    return { file: await world.store(whole, description.fileName, description.mimeType) };
  } catch (error) {
    world.signal?.throwIfAborted();
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    // n8n's own guard, where its administrator has turned that on.
    const isForbidden = name.startsWith('SsrfBlocked');
    const passing = error instanceof BrokenFile ? error.passing : !isForbidden;
    return { reason: redact(message), passing };
  } finally {
    body?.destroy();
  }
}

/**
 * Asks for a file and follows redirects, to other hosts as well: the request carries no key. Each
 * address on the way must be one that may be fetched.
 *
 * @returns the answer, and where it came from
 * @throws BrokenFile when an address on the way may not be fetched; else what the request threw
 */
async function openFile(
  { mayFetch, request }: FileWorld,
  firstUrl: string,
): Promise<FileAnswer & { url: string }> {
  let url = parseUrl(firstUrl);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const refusal = await mayFetch(url);
    if (refusal !== undefined) throw unusable(`the link leads to ${refusal}`);
    const answer = await request(url.href);
    const { httpStatus, headers, body } = answer;
    if (httpStatus < 300 || httpStatus >= 400 || headers.location === undefined)
      return { ...answer, url: url.href };
    body.destroy();
    const next = parseUrl(String(headers.location), url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw unusable('the link leads from https to http, where the file isn’t safe');
    url = next;
  }
  throw unusable(`the link leads through more than ${mostRedirects} redirects`);
}

function parseUrl(location: string, base?: URL): URL {
  if (URL.canParse(location, base?.href)) return new URL(location, base);
  throw unusable('the link leads to something that isn’t an address');
}
