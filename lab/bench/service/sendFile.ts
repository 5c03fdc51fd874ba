import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const chunk = Buffer.alloc(1 << 18);

function* bytes(count: number) {
  for (let left = count; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}

/** Sends so many bytes that call themselves a video, as fast as they are taken. */
export async function sendFile(response: ServerResponse, byteCount: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': byteCount });
  await pipeline(Readable.from(bytes(byteCount)), response);
}
