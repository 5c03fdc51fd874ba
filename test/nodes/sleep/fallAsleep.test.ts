import { beforeEach, expect, it, vi } from 'vitest';
import { reach } from '../../../nodes/sleep/processState.ts';
import { storeAndGoOn, whyNotAsleep } from '../../../nodes/sleep/fallAsleep.ts';
import { openN8n } from './openN8n.ts';

const nowMs = 1_000_000;
beforeEach(() => void vi.useFakeTimers({ now: nowMs }));
const findProblem = vi.spyOn(reach, 'findProblem');

/** An execution as it runs, what is stored of it, and what n8n has been asked. */
function openExecution(more: object = {}) {
  const stored: { videoSleep?: object } = {};
  const asked: string[] = [];
  const notes: Record<string, string> = {};
  const n8n = openN8n({
    getMode: () => 'trigger',
    getParentNodes: () => [],
    getExecutionId: () => '7',
    getWorkflow: () => ({ id: 'w' }),
    getContext: () => stored,
    evaluateExpression: (text: string) => `http://n8n.test/${/resume\w*/.exec(text)}/7`,
    customData: { getAll: () => notes, set: (name: string, id: string) => (notes[name] = id) },
    helpers: {
      async httpRequest({ method, url }: { method: string; url: string }) {
        const body = asked.push(`${method} ${url}`) > 2 ? 'success' : 'waiting';
        return { statusCode: 200, body };
      },
    },
    ...more,
  });
  return { ...n8n, stored, asked, notes };
}

it('notes the tasks, stores the execution, and has it called at once', async () => {
  const { context, stored, asked, notes, handlers, runData } = openExecution();
  // Of an earlier sleep: n8n may still set it off.
  const earlierMs = nowMs + 50_000;
  stored.videoSleep = { executionId: '7', timersMs: [earlierMs] };
  expect(await storeAndGoOn(context, ['a', 'b'])).toBe(true);
  expect(notes).toEqual({ video_tasks: 'a, b' });
  const sleep = { sinceMs: nowMs, isCalled: false };
  const timersMs = [earlierMs, nowMs + 5 * 60_000];
  expect(stored.videoSleep).toMatchObject({ executionId: '7', sleep, timersMs });
  expect([runData.waitTill, asked]).toEqual([new Date(nowMs + 5 * 60_000), []]);
  for (const handle of handlers) handle({ data: {}, waitTill: runData.waitTill } as never);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.map((request) => request.split('/')[0])).toEqual([
    'GET http:',
    'POST http:',
    'GET http:',
  ]);
});

it('is not called where it was stopped meanwhile', async () => {
  const { context, asked, handlers } = openExecution();
  await storeAndGoOn(context, []);
  for (const handle of handlers) handle({ data: {} } as never);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([]);
});

const unreachable = 'n8n can’t reach its own address';
it.each<[string, string | undefined, object, number[], string?]>([
  ['can be called', undefined, {}, []],
  ['has nobody to wake it', 'n8n’s command line ends with the run', { getMode: () => 'cli' }, []],
  ['may have been read awake', 'n8n might have woken it twice', {}, [nowMs]],
  ['cannot be called', unreachable, {}, [], unreachable],
])('an execution that %s stays awake, because %s', async (_, why, more, timersMs, problem) => {
  findProblem.mockResolvedValue(problem);
  const { context, stored } = openExecution(more);
  stored.videoSleep = { executionId: '7', timersMs };
  expect(await whyNotAsleep(context)).toBe(why);
});
