import { describe, expect, it } from 'vitest';
import { callExecution, readCallAnswer } from '../../../nodes/call/callExecution.ts';
import { askState } from '../../../nodes/call/askState.ts';
import { callLostMs, endSleep, isFirstRing, noteSleep } from '../../../nodes/call/knownSleeps.ts';

const said = (message: string, code = 0) => JSON.stringify({ code, message });

describe('readCallAnswer', () => {
  it.each([
    [200, said('Waking up to look at the task'), 'heard'],
    [200, '"n8n is starting up. Please wait"', 'busy'],
    [409, said('The execution "7" is running already.'), 'busy'],
    [409, said('The execution "7" has finished with error.'), 'busy'],
    [409, said('The execution "7 has finished already.'), 'busy'],
    [404, said('The execution "7" does not exist.'), 'busy'],
    [500, said("Cannot read properties of undefined (reading 'resumeToken')"), 'busy'],
    [404, '"<html>Not Found</html>"', 'unheard'],
    [401, said('Invalid token'), 'unheard'],
    [302, '""', 'unheard'],
    [502, '"Bad Gateway"', 'unheard'],
  ])('reads %i %s as %s', (httpStatus, text, outcome) => {
    expect(readCallAnswer({ httpStatus, text })).toBe(outcome);
  });
});

describe('callExecution', () => {
  const execution = { executionId: 'called-once', resumeUrl: 'https://n8n.test' };

  it('sends one call at a time, whoever calls: n8n would write an error about a second', async () => {
    let calls = 0;
    let answer = () => {};
    const post = async () => {
      calls += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return { httpStatus: 200, text: '{}' };
    };
    const both = [callExecution({ post }, execution), callExecution({ post }, execution)];
    answer();
    expect(await Promise.all(both)).toEqual(['heard', 'heard']);
    const fails = { post: () => Promise.reject(new Error('ECONNREFUSED')) };
    expect(await callExecution(fails, execution)).toBe('unheard');
    expect(await callExecution(fails, execution)).toBe('unheard');
    expect(calls).toBe(1);
  });

  it('sends none while the service’s own call wakes it, in whichever process it fell asleep', async () => {
    const called: string[] = [];
    const call = async (executionId: string) => {
      const post = async () => (called.push(executionId), { httpStatus: 200, text: '{}' });
      await callExecution({ post }, { executionId, resumeUrl: 'https://n8n.test' });
    };
    const nowMs = performance.now();
    noteSleep('asleep-here', 'first');
    for (const id of ['asleep-here', 'asleep-elsewhere', 'awake-since', 'asleep-anew', 'lost']) {
      const isLost = id === 'lost';
      expect(isFirstRing(id, 'first', isLost ? nowMs - callLostMs - 1 : nowMs)).toBe(true);
    }
    endSleep('awake-since', 'first');
    noteSleep('asleep-anew', 'second');
    for (const id of ['asleep-here', 'asleep-elsewhere', 'awake-since', 'asleep-anew', 'lost'])
      await call(id);
    expect(called).toEqual(['awake-since', 'asleep-anew', 'lost']);
  });
});

describe('askState', () => {
  const addresses = { statusUrl: 'https://n8n.test' };

  it.each([
    [200, '"waiting"', 'asleep'],
    [200, '"running"', 'awake'],
    [200, '"new"', 'awake'],
    [200, '"success"', 'over'],
    [200, '"canceled"', 'over'],
    [200, '"null"', 'over'],
    [200, '"<html>Log in</html>"', 'unknown'],
    [200, '"n8n is starting up. Please wait"', 'unknown'],
    [200, '{"status":"waiting"}', 'unknown'],
    [404, '"waiting"', 'unknown'],
    [401, said('Invalid token'), 'unknown'],
    [502, '"Bad Gateway"', 'unknown'],
    [500, said("Cannot read properties of undefined (reading 'resumeToken')"), 'unstored'],
    [500, said('SQLITE_BUSY: database is locked'), 'unknown'],
  ])('takes %i %s for %s', async (httpStatus, text, state) => {
    expect(await askState({ get: async () => ({ httpStatus, text }) }, addresses)).toBe(state);
  });

  it('knows nothing while n8n cannot be asked', async () => {
    const get = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await askState({ get }, addresses)).toBe('unknown');
  });
});
