import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { redact } from '../text/redact';
import { describeFile } from './describeFile';
import { BrokenFile, guardBytes, tooLarge } from './guardBytes';

/** What one try to fetch a file came to. */
export type Download =
  | { kind: 'saved'; binary: IBinaryData }
  /** The host does not give the file for this link, as when a signed link has expired. */
  | { kind: 'linkRefused'; reason: string }
  /** Another try may help. */
  | { kind: 'interrupted'; reason: string }
  | { kind: 'unusable'; reason: string };

/** The part of Node's Readable that is needed; community nodes cannot import `stream`. */
interface ByteStream extends AsyncIterable<Uint8Array> {
  compose(through: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): ByteStream;
  on(event: 'error', listener: () => void): void;
  destroy(): void;
}

const connectTimeoutMs = 60_000;
const stallMs = 60_000;
const linkRefusedStatuses = new Set([401, 403, 404, 410]);

/**
 * Streams a task's video into n8n's binary storage. The request carries no credential: the file's
 * host is not the service.
 *
 * @param maxBytes - a larger file is given up as soon as that shows
 */
export async function downloadVideo(
  context: IExecuteFunctions,
  taskId: string,
  url: string,
  maxBytes: number,
): Promise<Download> {
  const signal = context.getExecutionCancelSignal();
  let body: ByteStream | undefined;
  try {
    const response = (await context.helpers.httpRequest({
      method: 'GET',
      url,
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      timeout: connectTimeoutMs,
      ...(signal !== undefined && { abortSignal: signal }),
    })) as IN8nHttpFullResponse;
    body = response.body as unknown as ByteStream;
    // An error that comes once nobody reads any more would end the n8n process.
    body.on('error', () => {});
    const refusal = readStatus(response.statusCode);
    if (refusal !== undefined) return refusal;

    const { headers } = response;
    const file = describeFile(taskId, url, headers['content-type']);
    if (file === undefined)
      return {
        kind: 'unusable',
        reason: `the link leads to ${headers['content-type']}, not to a video`,
      };
    // A compressed answer has another length than the file.
    const announced = headers['content-encoding'] ? undefined : headers['content-length'];
    const expected = announced === undefined ? {} : { expectedBytes: Number(announced) };
    if (Number(announced) > maxBytes) throw tooLarge(maxBytes);

    const whole = body.compose((source) => guardBytes(source, { maxBytes, stallMs, ...expected }));
    whole.on('error', () => {});
    const binary = await context.helpers.prepareBinaryData(
      whole as never,
      file.fileName,
      file.mimeType,
    );
    return { kind: 'saved', binary };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = redact(error instanceof Error ? error.message : String(error));
    const passing = !(error instanceof BrokenFile) || error.passing;
    return { kind: passing ? 'interrupted' : 'unusable', reason };
  } finally {
    body?.destroy();
  }
}

function readStatus(httpStatus: number): Download | undefined {
  if (httpStatus === 200) return undefined;
  const reason = `HTTP ${httpStatus}`;
  if (linkRefusedStatuses.has(httpStatus)) return { kind: 'linkRefused', reason };
  if (httpStatus === 408 || httpStatus === 429 || httpStatus >= 500)
    return { kind: 'interrupted', reason };
  return { kind: 'unusable', reason };
}
