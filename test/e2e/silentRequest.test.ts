import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCredential, readExecution, untilEnded, waitFor } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const pauseSeconds = 12;
const goOnWithinMs = 2_000;

/** Accounts, so that none knows what another has learned. */
const keys = { create: 'key-of-create', createAndWait: 'key-of-wait', stop: 'key-of-stop' };
type Account = keyof typeof keys;
let real: RealN8n;
const credentials = {} as Record<Account, { id: string; name: string }>;

beforeAll(async () => {
  const args = Object.values(keys).flatMap((key) => ['--key', key]);
  real = await startRealN8n({ sandboxArgs: ['--renderer', 'instant', ...args] });
  for (const account of Object.keys(keys) as Account[])
    credentials[account] = await importCredential(real.client, {
      name: account,
      type: 'videoGenApi',
      data: { baseUrl: real.sandbox.url, apiKey: keys[account] },
    });
});
afterAll(async () => await real?.stop());

interface Logged {
  atMs: number;
  method: string;
  path: string;
  status: number;
}
async function requestsSince(sinceMs: number): Promise<Logged[]> {
  const answer = await fetch(`${real.sandbox.url}/admin/requests`);
  const all = (await answer.json()) as Logged[];
  return all.filter(({ atMs, path }) => atMs >= sinceMs && path.startsWith('/v1/'));
}
const until = <T>(what: string, ask: () => Promise<T | undefined>, timeoutMs = 60_000) =>
  waitFor(ask, timeoutMs, () => new Error(`Waited in vain until ${what}`));

/**
 * Starts eight executions of one account: one whose request is never answered, one that is refused
 * with a pause, and six that come while the pause lasts.
 *
 * @returns their ids, the six last, and when the pause ends
 */
async function startEight(account: Account, operation: string, more: object = {}) {
  const words = ['sandbox:hang@createVideo', `sandbox:rate-limit@createVideo=${pauseSeconds}*1`];
  const workflows = Array.from({ length: 8 }, (_, n) => ({
    ...chain(`${account}-${n}`, [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi: credentials[account] },
        parameters: {
          ...{ operation, prompt: `${n} sandbox:takes=3 ${words[n] ?? ''}`, ...more },
        },
      },
      { name: 'After', type: 'n8n-nodes-base.noOp' },
    ]),
  }));
  for (const workflow of workflows) await real.editor.store(workflow);
  const startMs = Date.now();
  const ids: string[] = [];
  const start = async (n: number) => void ids.push(await real.editor.run(workflows[n]!.id));
  await start(0);
  await until('one is sent', async () => (await requestsSince(startMs))[0]);
  await start(1);
  const refused = await until('one is refused', async () =>
    (await requestsSince(startMs)).find(({ status }) => status === 429),
  );
  for (let n = 2; n < 8; n++) await start(n);
  const reopensAtMs = refused.atMs + 1000 * pauseSeconds;
  expect(Date.now()).toBeLessThan(reopensAtMs);
  return { startMs, ids, reopensAtMs };
}

describe('an account with a create request that is never answered', () => {
  it.each(['create', 'createAndWait'] as const)(
    'goes on right after a pause that the service asked for: %s',
    async (operation) => {
      const { startMs, ids, reopensAtMs } = await startEight(operation, operation);
      for (const id of ids.slice(1)) {
        const { status, data } = await untilEnded(real.client, id, 120_000);
        expect(data.resultData.error).toBeUndefined();
        expect(status).toBe('success');
      }
      const sent = await requestsSince(startMs);
      const creates = sent.filter(({ method }) => method === 'POST');
      expect(creates.filter(({ status }) => status >= 200 && status < 300)).toHaveLength(7);
      const behind = creates.filter(({ atMs }) => atMs >= reopensAtMs);
      // Not one before the pause was over, and all of them right behind it.
      expect(behind).toHaveLength(7);
      const lateMs = behind.map(({ atMs }) => atMs - reopensAtMs);
      console.log(`${operation}: create requests ${lateMs.join(', ')} ms behind the pause`);
      expect(Math.max(...lateMs)).toBeLessThan(goOnWithinMs);
      // The silent one is told of as what it is, and is not sent again.
      const silent = await untilEnded(real.client, ids[0]!, 120_000);
      expect(silent.status).toBe('error');
      expect(JSON.stringify(silent.data.resultData.error)).toContain('may have been created');
      expect((await requestsSince(startMs)).filter(({ status }) => status === 0)).toHaveLength(1);
    },
  );

  it('keeps n8n from no graceful stop while waits are awake', async () => {
    // n8n counts what falls asleep while it stops as still running, its own Wait node too.
    const { startMs, ids } = await startEight('stop', 'createAndWait', {
      waiting: { stayAwake: true },
    });
    const states = await Promise.all(ids.map((id) => readExecution(real.client, id)));
    expect(states.map(({ status }) => status)).toEqual(ids.map(() => 'running'));
    const askedAtMs = Date.now();
    process.kill(real.n8n.pid, 'SIGTERM');
    expect(await real.n8n.ended, await real.n8n.logTail()).toBe('exit code 0');
    const tookMs = Date.now() - askedAtMs;
    console.log(`n8n stopped within ${tookMs} ms`);
    expect(tookMs).toBeLessThan(30_000);
    const looks = (await requestsSince(startMs)).filter(({ method }) => method === 'GET');
    expect(new Set(looks.map(({ path }) => path)).size).toBe(7);
  });
});
