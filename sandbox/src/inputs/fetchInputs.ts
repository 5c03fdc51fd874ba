import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bounds } from '../bounds.ts';
import { type AnyRequest } from '../contract/request.ts';
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

function refuseWrongType(response: Response, kind: InputKind): void {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  // Sound comes in video containers too (audio in MP4 is often sent as video/mp4).
  const accepted = kind === 'audio' ? ['audio/', 'video/', 'application/ogg'] : [`${kind}/`];
  if (untyped.includes(type) || accepted.some((start) => type.startsWith(start))) return;
  throw new InputError(`its type is ${type}, not ${kind}`);
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

async function fetchInput(url: string, file: InputFile, limits: InputLimits, signal: AbortSignal) {
  const limit = limits.bytes[file.kind];
  const deadline = AbortSignal.timeout(limits.timeoutSeconds * 1000);
  try {
    if (!/^(https?|data):/i.test(url)) throw new InputError('it is not an http or https address');
    const response = await fetch(url, { signal: AbortSignal.any([signal, deadline]) });
    if (!response.ok) throw new InputError(`its server answered ${response.status}`);
    refuseWrongType(response, file.kind);
    if (Number(response.headers.get('content-length')) > limit)
      throw new InputError(`it is larger than ${limit} bytes`);
    if (!response.body) throw new InputError('it is empty');
    await pipeline(
      Readable.fromWeb(response.body),
      countBytes(limit),
      createWriteStream(file.path),
    );
  } catch (error) {
    signal.throwIfAborted();
    const reason =
      error instanceof InputError
        ? error.message
        : deadline.aborted
          ? `it took longer than ${limits.timeoutSeconds} s`
          : describeCause(error as Error);
    throw new InputError(`${file.label} could not be fetched: ${reason}`);
  }
}

/** fetch() hides what went wrong in the cause of its error. */
const describeCause = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;

/**
 * Fetches the media that a request names into a folder.
 *
 * @throws InputError with the label of the first input that cannot be had, and why
 */
export async function fetchInputs(
  request: AnyRequest,
  folder: string,
  limits: InputLimits,
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
      await fetchInput(urls[kind][index] as string, file, limits, signal);
  return files;
}
