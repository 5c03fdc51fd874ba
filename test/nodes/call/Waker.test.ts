import { describe, expect, it } from 'vitest';
import { askState, isDelivered, Waker } from '../../../nodes/call/Waker.ts';
import { simulateWorld, unfinished } from '../look/simulatedWorld.ts';

const said = (message: string, code = 0) => JSON.stringify({ code, message });

describe('a call', () => {
  it.each([
    [200, said('Waking up to look at the task'), true],
    [200, '"n8n is starting up. Please wait"', false],
    [409, said('The execution "7" is running already.'), false],
    [404, said('The execution "7" does not exist.'), false],
    [100, '""', false],
    [300, '""', false],
    [302, '""', false],
    [502, '"Bad Gateway"', false],
  ])('that is answered with %i %s has arrived: %s', (httpStatus, text, hasArrived) => {
    expect(isDelivered({ httpStatus, text })).toBe(hasArrived);
  });
});

const sleeper = {
  executionId: '1',
  resumeUrl: 'https://n8n.test/webhook-waiting/1?signature=token',
  statusUrl: 'https://n8n.test/form-waiting/1?signature=token',
};

/** An n8n that says this of the execution, or can’t be reached, and answers calls with this HTTP status. */
function simulateN8n(state: () => string | undefined, httpStatus = 200) {
  const world = simulateWorld(() => unfinished());
  const log: string[] = [];
  const waker = new Waker(world.sleep);
  const callN8n = async (method: string, url: string) => {
    log.push(`${world.nowMs()} ${method} ${url}`);
    const said = method === 'GET' ? state() : {};
    if (said === undefined || (method === 'POST' && httpStatus === 0))
      throw new Error('ECONNREFUSED');
    return { httpStatus: method === 'GET' ? 200 : httpStatus, text: JSON.stringify(said) };
  };
  return {
    ...{ world, waker, log },
    wake: () => waker.wake(sleeper, callN8n),
    postsAtMs: () => log.filter((line) => line.includes('POST')).map((line) => parseInt(line)),
    pass: world.sleep,
  };
}

describe('waking an execution', () => {
  it('asks n8n for its state before each call, and ends when it is awake in this process', async () => {
    const n8n = simulateN8n(() => 'waiting');
    const end = n8n.wake();
    await n8n.pass(1_000);
    expect(n8n.log).toEqual([`0 GET ${sleeper.statusUrl}`, `0 POST ${sleeper.resumeUrl}`]);
    n8n.waker.noteAwake('1');
    expect(n8n.waker.isCalling('1')).toBe(false);
    expect(await end).toBe('awake');
    expect(n8n.log).toHaveLength(2);
    expect(n8n.world.pendingTimers()).toBe(0);
  });

  it('sends one call at a time, whoever wants it awake: n8n would write an error about a second', async () => {
    const n8n = simulateN8n(() => 'waiting');
    const ends = [n8n.wake(), n8n.wake()];
    await n8n.pass(1_000);
    n8n.waker.noteAwake('1');
    expect(await Promise.all(ends)).toEqual(['awake', 'awake']);
    expect(n8n.postsAtMs()).toEqual([0]);
  });

  it('calls nobody who is over, or of whom n8n never stored anything', async () => {
    for (const state of ['success', 'canceled', 'crashed', 'null']) {
      const n8n = simulateN8n(() => state);
      expect(await n8n.wake()).toBe('over');
      expect(n8n.postsAtMs()).toEqual([]);
    }
  });

  it('calls none that wakes by itself while n8n is asked', async () => {
    const n8n = simulateN8n(() => 'waiting');
    const end = n8n.wake();
    n8n.waker.noteAwake('1');
    expect(await end).toBe('awake');
    expect(n8n.postsAtMs()).toEqual([]);
  });

  it('is over for one that came, and begins anew for the next sleep', async () => {
    let state = 'waiting';
    const n8n = simulateN8n(() => state);
    const first = n8n.wake();
    n8n.waker.noteAwake('1');
    const second = n8n.wake();
    expect(await first).toBe('awake');
    expect(n8n.waker.isCalling('1')).toBe(true);
    n8n.waker.noteAwake('1');
    await second;
    state = 'success';
    expect(await n8n.wake()).toBe('over');
    expect(n8n.waker.isCalling('1')).toBe(false);
    expect(() => n8n.waker.noteAwake('1')).not.toThrow();
  });

  it('waits until one that is awake sleeps, and soon calls it then', async () => {
    let state = 'running';
    const n8n = simulateN8n(() => state);
    void n8n.wake();
    await n8n.pass(300);
    state = 'waiting';
    await n8n.pass(300);
    expect(n8n.postsAtMs()).toEqual([350]);
    n8n.waker.noteAwake('1');
  });

  const seldom = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300].map((s) => s * 1_000);
  const often = [0, 50, 150, 350, 850, 1_850, 3_850, 7_850, 15_850, 30_850, 60_850];
  it.each([
    ['while one that a call has reached sleeps on', 'waiting', 200, seldom, 'givenUp'],
    ['while n8n makes the call wait for its limit of executions', 'waiting', 0, seldom, 'givenUp'],
    ['when nothing reaches n8n', undefined, 0, often, 'givenUp'],
  ])('calls once more, and not for ever, %s', async (_, state, httpStatus, postsAtMs, end) => {
    const n8n = simulateN8n(() => state, httpStatus);
    const ended = n8n.wake();
    await n8n.pass(2_000_000);
    expect(n8n.postsAtMs()).toEqual(postsAtMs);
    expect(await ended).toBe(end);
    expect(n8n.world.pendingTimers()).toBe(0);
  });

  it('ends when one that a call has reached is awake, in whatever process', async () => {
    let state = 'waiting';
    const n8n = simulateN8n(() => state);
    const end = n8n.wake();
    await n8n.pass(10);
    state = 'running';
    expect(await end).toBe('givenUp');
    expect(n8n.world.nowMs()).toBe(30_000);
  });
});

describe('askState', () => {
  it.each([
    [200, '"waiting"', 'asleep'],
    [200, '"form-waiting"', 'asleep'],
    [200, '"running"', 'awake'],
    [200, '"new"', 'awake'],
    [200, '"error"', 'over'],
    [200, '"<html>Log in</html>"', 'unknown'],
    [200, '{"status":"waiting"}', 'unknown'],
    [404, '"waiting"', 'unknown'],
    [500, said("Cannot read properties of undefined (reading 'resumeToken')"), 'over'],
    [404, said("Cannot read properties of undefined (reading 'resumeToken')"), 'unknown'],
    [500, said('SQLITE_BUSY: database is locked'), 'unknown'],
  ])('takes %i %s for %s', async (httpStatus, text, state) => {
    const callN8n = async () => ({ httpStatus, text });
    expect(await askState(callN8n, 'https://n8n.test')).toBe(state);
  });
});
