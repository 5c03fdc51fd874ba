import { describe, expect, it, vi } from 'vitest';
import { readBody } from '../../../nodes/service/readBody.ts';

const limits = { maxBytes: 100_000, timeoutMs: 60_000 };

/** A body that comes in these pieces, and then goes on as told. */
async function* pieces(all: Iterable<string>, end?: Promise<unknown>) {
  for (const piece of all) yield Buffer.from(piece);
  await end;
}

describe('readBody', () => {
  it('puts a text together whose letters are cut in half, byte by byte', async () => {
    const text = 'é🎬'.repeat(1_000);
    const bytes = Array.from(Buffer.from(text), (byte) => Buffer.from([byte]));
    async function* slowly() {
      yield* bytes;
    }
    expect(await readBody(slowly(), limits)).toEqual({ text });
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await readBody(pieces(['{}']), limits);
    await readBody(pieces([], Promise.reject(new Error('reset'))), limits);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('keeps as much of a longer one as it may', async () => {
    const body = pieces(['x'.repeat(70_000), 'y'.repeat(70_000)]);
    const { text, broken } = await readBody(body, limits);
    expect(broken).toBe('tooLarge');
    expect(text).toBe('x'.repeat(70_000) + 'y'.repeat(30_000));
    expect(await readBody(pieces(['x'.repeat(100_000)]), limits)).not.toHaveProperty('broken');
  });

  it('keeps what came of one that breaks, or takes too long, and ends its connection', async () => {
    const broken = pieces(['{"id":1'], Promise.reject(new Error('reset')));
    expect(await readBody(broken, limits)).toEqual({ text: '{"id":1', broken: 'reset' });
    let destroyed = 0;
    const endless = Object.assign(pieces(['{"id":1'], new Promise(() => {})), {
      destroy: () => void destroyed++,
    });
    vi.useFakeTimers();
    const reading = readBody(endless, limits);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(destroyed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(destroyed).toBe(1);
    vi.useRealTimers();
    expect(await reading).toEqual({ text: '{"id":1', broken: 'timeout' });
  });

  it.each([
    ['{"id":1}', '{"id":1}'],
    [{ id: 1 }, '{"id":1}'],
    [undefined, '""'],
  ])('takes what an n8n has read already: %j', async (body, text) => {
    expect(await readBody(body, limits)).toEqual({ text });
  });
});
