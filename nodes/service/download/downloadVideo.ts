import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { redact } from '../../text/redact';
import type { AddressGuard } from './addressGuard';
import { describeFile } from './fileType';
import { BrokenFile, guardBytes, tooLarge } from './guardBytes';
import { openFile, type ByteStream } from './openFile';

/** What one try to fetch a file came to. */
export type Download =
  | { kind: 'saved'; binary: IBinaryData }
  /** The host does not give the file for this link, as when a signed link has expired. */
  | { kind: 'linkRefused'; reason: string }
  /** Another try may help. */
  | { kind: 'interrupted'; reason: string }
  | { kind: 'unusable'; reason: string };

const linkRefusedStatuses = new Set([401, 403, 404, 410]);
const passingStatuses = new Set([408, 429]);

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
    if (file.httpStatus !== 200) return readRefusal(file.httpStatus);
    const { 'content-type': type, 'content-length': length } = file.headers;
    const description = describeFile(taskId, file.url, type);
    if (description === undefined)
      return { kind: 'unusable', reason: redact(`the link leads to ${type}, not to a video`) };
    // Only good to give up early: n8n unpacks what comes compressed, without a trace, and the length
    // is then that of the packed file. One that is shorter than announced ends in an error by itself.
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    const whole = body.compose((source) => guardBytes(source, maxBytes));
    // An error that comes once nobody reads any more would end the n8n process.
    whole.on('error', () => {});
    const { fileName, mimeType } = description;
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

function readRefusal(httpStatus: number): Download {
  const reason = `HTTP ${httpStatus}`;
  if (linkRefusedStatuses.has(httpStatus)) return { kind: 'linkRefused', reason };
  const isPassing = httpStatus >= 500 || passingStatuses.has(httpStatus);
  return { kind: isPassing ? 'interrupted' : 'unusable', reason };
}
