import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bounds } from '../bounds.ts';
import { type AnyRequest } from '../contract/request.ts';
import { isHttpAddress } from '../http/isHttpAddress.ts';
import { type ResolvedOptions } from '../options.ts';
import { get } from '../outbound/get.ts';
import { describeFailure } from '../outbound/openRequest.ts';
import { listInputs } from './listInputs.ts';
import { InputError, type InputFile, type InputFiles, type InputKind } from './input.ts';

/** Bounds on what is fetched; the contract shows none (section 8), so they are the sandbox's. */
export interface InputLimits {
  bytes: Record<InputKind, number>;
  timeoutSeconds: number;
  /** How many inputs one task may name, of all kinds together. */
  count: number;
}

export const defaultInputLimits: InputLimits = {
  bytes: { image: bounds.imageBytes, video: bounds.videoBytes, audio: bounds.audioBytes },
  timeoutSeconds: bounds.inputSeconds,
  count: bounds.inputs,
};

const untyped = ['application/octet-stream', 'binary/octet-stream', ''];

function refuseWrongType(header: string, kind: InputKind): void {
  const type = header.split(';')[0]?.trim() ?? '';
  // Sound comes in video containers too (audio in MP4 is often sent as video/mp4).
  const accepted = kind === 'audio' ? ['audio/', 'video/', 'application/ogg'] : [`${kind}/`];
  if (untyped.includes(type) || accepted.some((start) => type.startsWith(start))) return;
  throw new InputError(`its type is ${type}, not ${kind}`);
}

/** Opens an address, or what a data: address holds. */
async function open(text: string, signal: AbortSignal, allowed: boolean) {
  const url = URL.parse(text);
  if (url?.protocol === 'data:') {
    const { headers, body } = await fetch(url);
    return { type: headers.get('content-type') ?? '', stream: Readable.fromWeb(body!) };
  }
  if (!url || !isHttpAddress(text)) throw new InputError('it is not an http or https address');
  const stream = await get(url, signal, allowed);
  const { statusCode = 0, headers } = stream;
  if (statusCode < 200 || statusCode > 299) {
    stream.destroy();
    throw new InputError(`its server answered ${statusCode}`);
  }
  return { type: headers['content-type'] ?? '', stream };
}

function countBytes(limit: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(new InputError(`it is larger than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}

async function fetchInput(
  url: string,
  file: InputFile,
  { inputs: limits, privateNetworks }: ResolvedOptions,
  signal: AbortSignal,
) {
  const deadline = AbortSignal.timeout(limits.timeoutSeconds * 1000);
  try {
    const either = AbortSignal.any([signal, deadline]);
    const { type, stream } = await open(url, either, privateNetworks);
    stream.once('error', () => undefined);
    refuseWrongType(type, file.kind);
    const sink = createWriteStream(file.path);
    await pipeline(stream, countBytes(limits.bytes[file.kind]), sink, { signal: either });
  } catch (error) {
    signal.throwIfAborted();
    const reason = deadline.aborted
      ? `it took longer than ${limits.timeoutSeconds} s`
      : describeFailure(error as Error);
    throw new InputError(`${file.label} could not be fetched: ${reason}`);
  }
}

/**
 * Fetches the media that a request names into a folder.
 *
 * @throws InputError with the label of the first input that cannot be had, and why
 */
export async function fetchInputs(
  request: AnyRequest,
  folder: string,
  options: ResolvedOptions,
  signal: AbortSignal,
): Promise<InputFiles> {
  const urls = listInputs(request);
  const list = (kind: InputKind): InputFile[] =>
    urls[kind].map((_, index) => ({
      kind,
      label: `${kind} ${index + 1}`,
      path: join(folder, `${kind}-${index + 1}.input`),
    }));
  const files: InputFiles = { image: list('image'), video: list('video'), audio: list('audio') };
  for (const kind of Object.keys(urls) as InputKind[])
    for (const [index, file] of files[kind].entries())
      await fetchInput(urls[kind][index] as string, file, options, signal);
  return files;
}
