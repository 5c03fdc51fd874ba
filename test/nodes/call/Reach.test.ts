import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reach } from '../../../nodes/call/Reach.ts';

const addresses = {
  resumeUrl: 'https://n8n.test/webhook-waiting/7?signature=token',
  statusUrl: 'https://n8n.test/form-waiting/7/n8n-execution-status?signature=token',
};
const unreachable = 'n8n can’t reach its own address';

/** An n8n that gives these answers, one after another; the last one from then on. */
function reachOf(...texts: string[]) {
  const asked: string[] = [];
  const reach = new Reach();
  const callN8n = async (_: string, url: string) => {
    const text = texts[Math.min(asked.push(url), texts.length) - 1]!;
    return { httpStatus: 200, text };
  };
  const find = async (nowMs: number) =>
    await reach.findProblem(callN8n, addresses.statusUrl, nowMs);
  return { reach, asked, find };
}

describe('whether n8n reaches its own address', () => {
  it('is asked once, about an execution that does not exist', async () => {
    const { asked, find } = reachOf('"null"');
    expect([await find(0), await find(3_600_000)]).toEqual([undefined, undefined]);
    expect(asked).toEqual(['https://n8n.test/form-waiting/0/n8n-execution-status']);
  });

  it('is asked once by all that start together, and anew once it is doubted, or after ten minutes', async () => {
    const signIn = '"<html>sign in</html>"';
    const { reach, asked, find } = reachOf(signIn, signIn, '"null"');
    expect(await Promise.all([find(0), find(1), find(2)])).toEqual(Array(3).fill(unreachable));
    expect(asked).toHaveLength(1);
    reach.doubt();
    expect([await find(3), await find(600_002)]).toEqual([unreachable, unreachable]);
    expect(asked).toHaveLength(2);
    expect(await find(600_003)).toBeUndefined();
  });

  it('is told apart where n8n’s own protection stands in the way', async () => {
    const blocked = Object.assign(new Error('no'), { name: 'SsrfBlockedIpError' });
    const problemOf = async (cause: Error) => {
      const callN8n = () => Promise.reject(new Error('Request failed', { cause }));
      return await new Reach().findProblem(callN8n, addresses.statusUrl, 0);
    };
    expect(await problemOf(blocked)).toMatch(/^n8n’s SSRF protection doesn’t let it call/);
    expect(await problemOf(new Error('connect ECONNREFUSED'))).toBe(unreachable);
  });
});

describe('whether n8n has started', () => {
  // However long the tests run.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));
  afterEach(() => void vi.restoreAllMocks());

  /** Answers with the HTTP status, or none at all for a code of the network. */
  const startedWith = async (answer: number | string) => {
    const asked: string[] = [];
    const reach = new Reach();
    const callN8n = async (method: string, url: string) => {
      asked.push(`${method} ${url}`);
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
      return { httpStatus: answer, text: '' };
    };
    const url = 'https://n8n.test/in/webhook-waiting/7/x?signature=t';
    const ask = async () => await reach.hasStarted(callN8n, url);
    return { isUp: [await ask(), await ask()], asked };
  };

  it.each([
    [200, true],
    [404, true],
    [500, true],
    [502, false],
    [503, false],
    ['ECONNREFUSED', false],
    ['ETIMEDOUT', false],
    ['ECONNABORTED', false],
    ['ENETUNREACH', true],
  ])('is told by what it answers: %s means %s', async (answer, isUp) => {
    const started = await startedWith(answer);
    expect(started.isUp).toEqual([isUp, isUp]);
    const request = 'GET https://n8n.test/in/healthz/readiness';
    // Once it has, nobody asks any more.
    expect(started.asked).toEqual(isUp ? [request] : [request, request]);
  });

  it('is taken for granted five minutes after its start', async () => {
    const now = vi.mocked(performance.now).mockReturnValue(299_999);
    expect((await startedWith(503)).isUp).toEqual([false, false]);
    now.mockReturnValue(300_000);
    expect(await startedWith(503)).toEqual({ isUp: [true, true], asked: [] });
  });
});
