import type { IBinaryData } from 'n8n-workflow';
import { Deadline } from '../concurrency/sleep';
import { redact } from '../text/redact';
import { describeFile, type FilePorts } from './filePorts';
import { untouched, type ByteStream } from './sendRequest';

/** What one try came to. `isTransient`: another try, or a newer link, may help. */
export type Download =
  { file: IBinaryData; reason?: undefined } | { reason: string; isTransient: boolean };

const mostRedirects = 5;

/** The body is a Readable; community nodes can't import `stream`. */
interface FileAnswer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: ByteStream & {
    compose(through: (source: ByteStream) => ByteStream): FileAnswer['body'];
    on(event: 'error', listener: () => void): void;
  };
}

/**
 * Streams a task's video into n8n's binary storage.
 *
 * @throws only when the execution was stopped
 */
export async function downloadVideo(
  ports: FilePorts,
  taskId: string,
  firstUrl: string,
): Promise<Download> {
  const stalled = () => new BrokenFile('no byte arrived for a minute', true);
  const deadline = new Deadline(stallMs, stalled, ports.signal);
  try {
    return { file: await deadline.limit(store(ports, taskId, firstUrl, deadline)) };
  } catch (error) {
    ports.signal?.throwIfAborted();
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    // n8n's own guard refuses every try, where its administrator has turned it on.
    const isTransient =
      error instanceof BrokenFile ? error.isTransient : !name.startsWith('SsrfBlocked');
    return { reason: redact(message), isTransient };
  } finally {
    // Aborts a download that wasn't read to its end: destroying its stream wouldn't end the request.
    deadline.end();
  }
}

async function store(ports: FilePorts, taskId: string, firstUrl: string, deadline: Deadline) {
  const { statusCode, headers, body, url } = await openFile(ports, firstUrl, deadline);
  if (statusCode !== 200) throw new BrokenFile(`HTTP ${statusCode}`, statusCode >= 400);
  const type = headers['content-type'];
  const description = describeFile(taskId, url, type);
  if (description === undefined) throw new BrokenFile(`the link leads to ${type}, not to a video`);
  // A file that is shorter than announced ends in an error by itself.
  const whole = body.compose((source) => guardBytes(source, deadline));
  // An error after the last read would end the n8n process if nobody listened.
  whole.on('error', () => {});
  const { fileName, mimeType } = description;
  return await ports.helpers.prepareBinaryData(whole as never, fileName, mimeType);
}

/**
 * Asks for a file, and follows redirects to any host: the request carries no key.
 *
 * @throws BrokenFile when an address on the way may not be fetched; else what the request threw
 */
async function openFile(
  { mayFetch, helpers }: FilePorts,
  firstUrl: string,
  deadline: Deadline,
): Promise<FileAnswer & { url: string }> {
  let url = parseUrl(firstUrl);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    deadline.extend(stallMs);
    const refusal = await mayFetch(url);
    if (refusal !== undefined) throw new BrokenFile(`the link leads to ${refusal}`);
    const answer = (await helpers.httpRequest({
      method: 'GET',
      url: url.href,
      headers: { 'Accept-Encoding': 'identity' },
      ...untouched,
      timeout: stallMs,
      abortSignal: deadline.signal,
    })) as FileAnswer;
    const { statusCode, headers, body } = answer;
    // As for `whole` above.
    body.on('error', () => {});
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      return { ...answer, url: url.href };
    const next = parseUrl(String(headers.location), url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new BrokenFile('the link leads from https to http, where the file isn’t safe');
    url = next;
  }
  throw new BrokenFile(`the link leads through more than ${mostRedirects} redirects`);
}

function parseUrl(location: string, base?: URL): URL {
  if (URL.canParse(location, base?.href)) return new URL(location, base);
  throw new BrokenFile('the link leads to something that isn’t an address');
}

/** The longest time without a byte. */
export const stallMs = 60_000;

/**
 * The longest time for a file, so that a slow trickle ends. A clip of a few seconds has at most 20 MB;
 * ten of those at once take 27 minutes over a line of 1 Mbit/s.
 */
const longestMs = 30 * 60_000;

/** Larger than any video of a few minutes. */
const largestFileBytes = 1_000_000_000;

export class BrokenFile extends Error {
  constructor(
    message: string,
    readonly isTransient = false,
  ) {
    super(message);
  }
}

/**
 * Passes a video's bytes on, and extends the deadline with each chunk.
 *
 * @throws BrokenFile when they are too many or too slow, or there are none: then nothing is stored
 */
export async function* guardBytes(
  source: ByteStream,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  const endsAtMs = performance.now() + longestMs;
  let size = 0;
  for await (const bytes of source) {
    deadline.extend(stallMs);
    if (performance.now() >= endsAtMs)
      throw new BrokenFile('the file wasn’t there after half an hour');
    size += bytes.length;
    if (size > largestFileBytes)
      throw new BrokenFile(`the file is larger than the limit of ${largestFileBytes / 1e6} MB`);
    yield bytes;
  }
  if (size === 0) throw new BrokenFile('the file is empty', true);
  // Storing them far away takes its time.
  deadline.extend(longestMs);
}
