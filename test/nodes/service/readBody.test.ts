import { describe, expect, it } from 'vitest';
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

  it('keeps as much of a longer one as it may', async () => {
    const body = pieces(['x'.repeat(70_000), 'y'.repeat(70_000)]);
    const { text, broken } = await readBody(body, limits);
    expect(broken).toBe('tooLarge');
    expect(text).toBe('x'.repeat(70_000) + 'y'.repeat(30_000));
  });

  it('keeps what came of one that breaks, or takes too long', async () => {
    const broken = pieces(['{"id":1'], Promise.reject(new Error('reset')));
    expect(await readBody(broken, limits)).toEqual({ text: '{"id":1', broken: 'reset' });
    const endless = pieces(['{"id":1'], new Promise(() => {}));
    expect(await readBody(endless, { ...limits, timeoutMs: 20 })).toEqual({
      text: '{"id":1',
      broken: 'timeout',
    });
  });

  it('reads so many large ones at a time, and each of them in the end', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    async function* large() {
      yield Buffer.alloc(65_000, 'x');
      begun += 1;
      yield Buffer.alloc(10, 'y');
      await held;
    }
    const all = Array.from({ length: 50 }, () => readBody(large(), limits));
    // A small one does not wait for any of them.
    expect(await readBody(pieces(['small']), limits)).toEqual({ text: 'small' });
    expect(begun).toBe(16);
    release();
    for (const { text, broken } of await Promise.all(all))
      expect([text.length, broken]).toEqual([65_010, undefined]);
  });

  it('does not lose a turn to those that give up', async () => {
    const endless = () =>
      readBody(pieces(['x'.repeat(65_000), 'y'], new Promise(() => {})), {
        ...limits,
        timeoutMs: 30,
      });
    for (let n = 0; n < 3; n++)
      for (const { broken } of await Promise.all(Array.from({ length: 40 }, endless)))
        expect(broken).toBe('timeout');
    const whole = Array.from({ length: 40 }, () =>
      readBody(pieces(['x'.repeat(65_000), 'y']), limits),
    );
    for (const { text } of await Promise.all(whole)) expect(text).toHaveLength(65_001);
  });
});
