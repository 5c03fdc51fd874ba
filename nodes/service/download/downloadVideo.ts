import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { redact } from '../../text/redact';
import type { AddressGuard } from './addressGuard';
import { describeFile } from './describeFile';
import { BrokenFile, guardBytes, tooLarge } from './guardBytes';
import { openFile, type ByteStream, type OpenFile } from './openFile';
import { sniff } from './sniff';

/** What one try to fetch a file came to. */
export type Download =
  | { kind: 'saved'; binary: IBinaryData }
  /** The host does not give the file for this link, as when a signed link has expired. */
  | { kind: 'linkRefused'; reason: string }
  /** Another try may help. */
  | { kind: 'interrupted'; reason: string }
  | { kind: 'unusable'; reason: string };

const stallMs = 60_000;
const linkRefusedStatuses = new Set([401, 403, 404, 410]);

/**
 * Streams a task's video into n8n's binary storage. The request carries no credential: the file's
 * host is not the service.
 *
 * @param mayFetch - which addresses may be fetched
 * @param maxBytes - a larger file is given up as soon as that shows
 */
export async function downloadVideo(
  context: IExecuteFunctions,
  taskId: string,
  url: string,
  mayFetch: AddressGuard,
  maxBytes: number,
): Promise<Download> {
  const signal = context.getExecutionCancelSignal();
  let body: ByteStream | undefined;
  try {
    const file = await openFile(context, url, mayFetch, signal);
    body = file.body;
    const refusal = readStatus(file.httpStatus);
    if (refusal !== undefined) return refusal;
    const type = file.headers['content-type'];
    if (describeFile(taskId, file.url, type) === undefined)
      return { kind: 'unusable', reason: redact(`the link leads to ${type}, not to a video`) };

    const { whole, head } = checkBytes(file, maxBytes);
    const sniffed = sniff(await head);
    if (sniffed.other !== undefined)
      return { kind: 'unusable', reason: `the link leads to ${sniffed.other}, not to a video` };
    const { fileName, mimeType } = describeFile(taskId, file.url, type, sniffed)!;
    const binary = await context.helpers.prepareBinaryData(whole as never, fileName, mimeType);
    return { kind: 'saved', binary };
  } catch (error) {
    signal?.throwIfAborted();
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    // n8n's own guard, where its administrator has turned that on.
    const forbidden = name.startsWith('SsrfBlocked');
    const passing = error instanceof BrokenFile ? error.passing : !forbidden;
    return { kind: passing ? 'interrupted' : 'unusable', reason: redact(message) };
  } finally {
    body?.destroy();
  }
}

/** The file's bytes, checked as they pass, and the first of them as soon as they are there. */
function checkBytes({ headers, body }: OpenFile, maxBytes: number) {
  // Only good to give up early: n8n unpacks what comes compressed, without a trace, and the length
  // is then that of the packed file. One that is shorter than announced ends in an error by itself.
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);

  let onHead: (head: Uint8Array) => void = () => {};
  let onError: (error: Error) => void = () => {};
  const head = new Promise<Uint8Array>((resolve, reject) => {
    onHead = resolve;
    onError = reject;
  });
  const whole = body.compose((source) => guardBytes(source, { maxBytes, stallMs, onHead }));
  whole.on('error', onError);
  // Starts the reading, which then waits for whoever stores the file.
  whole.read(0);
  return { whole, head };
}

function readStatus(httpStatus: number): Download | undefined {
  if (httpStatus === 200) return undefined;
  const reason = `HTTP ${httpStatus}`;
  if (linkRefusedStatuses.has(httpStatus)) return { kind: 'linkRefused', reason };
  if (httpStatus === 408 || httpStatus === 429 || httpStatus >= 500)
    return { kind: 'interrupted', reason };
  return { kind: 'unusable', reason };
}
