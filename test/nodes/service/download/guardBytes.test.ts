import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { guardBytes, type ByteLimits } from '../../../../nodes/service/download/guardBytes.ts';

const chunk = new Uint8Array(10);

async function* chunks(count: number, thenStall = false) {
  for (let n = 0; n < count; n += 1) yield chunk;
  if (thenStall) await new Promise(() => {});
}

const silence = new Readable({ read() {} });

async function sizeOf(source: AsyncIterable<Uint8Array>, limits: Partial<ByteLimits> = {}) {
  let size = 0;
  for await (const bytes of guardBytes(source, { maxBytes: 100, stallMs: 5_000, ...limits }))
    size += bytes.length;
  return size;
}

describe('guardBytes', () => {
  it('passes on a file that is as large as allowed', async () => {
    expect(await sizeOf(chunks(10))).toBe(100);
  });

  it('shows the first bytes once, gathered from small pieces, before it passes them on', async () => {
    const heads: number[] = [];
    expect(await sizeOf(chunks(10), { onHead: ({ length }) => heads.push(length) })).toBe(100);
    expect(await sizeOf(chunks(2), { onHead: ({ length }) => heads.push(length) })).toBe(20);
    expect(heads).toEqual([70, 20]);
  });

  it.each<[string, AsyncIterable<Uint8Array>, Partial<ByteLimits>, string, boolean]>([
    ['is too long', chunks(11), {}, 'the file is larger than the limit of 0.0001 MB', false],
    ['is empty', chunks(0), {}, 'the file is empty', true],
    ['stalls', chunks(5, true), { stallMs: 20 }, 'no byte arrived for 0.02 seconds', true],
    ['never starts', silence, { stallMs: 20 }, 'no byte arrived for 0.02 seconds', true],
  ])('gives up a file that %s', async (_, source, limits, message, passing) => {
    await expect(sizeOf(source, limits)).rejects.toMatchObject({ message, passing });
  });
});
