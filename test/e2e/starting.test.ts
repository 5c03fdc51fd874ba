import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCallAnswer } from '../../nodes/call/callExecution.ts';
import { freePort, installN8n, startN8n } from '../../playground/index.ts';

/** What an address of n8n answers; undefined while it doesn't listen. */
async function ask(url: string, method: string) {
  const answer = await fetch(url, { method }).catch(() => undefined);
  return answer && { httpStatus: answer.status, text: await answer.text() };
}

it('n8n takes every call while it starts, and says at its readiness that it is not ready', async () => {
  const userFolder = await mkdtemp(join(tmpdir(), 'videogen-starting-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startN8n({ installed: await installN8n(), userFolder, port });
  let isUp = false;
  void starting.catch(() => {}).finally(() => (isUp = true));
  const swallowed: { text: string; ready: number }[] = [];
  try {
    while (!isUp) {
      // First the readiness: once it says 200, nothing may be swallowed any more.
      const ready = (await ask(`${url}/healthz/readiness`, 'GET'))?.httpStatus ?? 0;
      const called = await ask(`${url}/webhook/of-a-trigger`, 'POST');
      if (called?.httpStatus === 200) swallowed.push({ text: called.text, ready });
    }
    expect(swallowed.length).toBeGreaterThan(0);
    const notReady = { text: 'n8n is starting up. Please wait', ready: 503 };
    // Between the two questions of the first round, n8n may have begun to listen.
    expect(swallowed.slice(1).filter(({ ready }) => ready !== 503)).toEqual([]);
    expect(swallowed.at(-1)).toEqual(notReady);
    // Of a trigger that isn't there, n8n says so now.
    expect((await ask(`${url}/webhook/of-a-trigger`, 'POST'))!.httpStatus).toBe(404);
    expect(readCallAnswer({ httpStatus: 200, text: JSON.stringify(swallowed[0]!.text) })).toBe(
      'busy',
    );
  } finally {
    await (await starting).stop();
    await rm(userFolder, { recursive: true, force: true });
  }
});
