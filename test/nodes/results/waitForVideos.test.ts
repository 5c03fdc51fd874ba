import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWait, type TaskWait, type WaitState } from '../../../nodes/look/WaitState.ts';
import type { WaitItem } from '../../../nodes/results/rowOutcome.ts';
import { waitForVideos } from '../../../nodes/results/waitForVideos.ts';
import { connectService } from '../../../nodes/service/connectService.ts';
import { downloadVideo, type Download } from '../../../nodes/service/downloadVideo.ts';
import { waitAsleep, type Wait } from '../../../nodes/sleep/waitAsleep.ts';

vi.mock('../../../nodes/service/connectService.ts', () => ({ connectService: vi.fn() }));
vi.mock('../../../nodes/service/filePorts.ts', () => ({
  openFilePorts: async (_context: unknown, baseUrl: string) => ({ baseUrl }),
}));
vi.mock('../../../nodes/service/downloadVideo.ts', () => ({ downloadVideo: vi.fn() }));
vi.mock('../../../nodes/sleep/waitAsleep.ts', () => ({ waitAsleep: vi.fn() }));
beforeEach(() => (vi.useFakeTimers(), vi.clearAllMocks()));
afterEach(() => vi.useRealTimers());

const linkOf = (name: string) => `https://f.test/${name}`;
const task = { status: 'completed', results: [linkOf('old')] };
const renewed = { status: 'completed', results: [linkOf('new')] };
const times = { startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 0, polls: 2 };
const done: TaskWait = { ...times, endedAtMs: 3_000, outcome: 'completed', task };
const failed: TaskWait = { ...done, outcome: 'failed', task: { status: 'failed' } };
const own = { outcome: 'completed', polls: 2, waitedSeconds: 3 };
const json = { id: 'a', ...task, videoUrl: linkOf('old'), ...own };
const file = { data: '', mimeType: 'video/mp4' };
const settings = { intervalMs: 5_000, timeoutMs: 60_000 };
const a: WaitItem = { itemIndex: 0, taskId: 'a' };

interface World {
  items?: WaitItem[];
  /** How the wait ends; absent while the execution sleeps. */
  tasks?: WaitState['tasks'];
  /** What the host of the files does; without it none is wanted. */
  download?: (url: string, taskId: string) => Download;
  /** What the service says when it is asked once more. */
  again?: object;
  isReadOnce?: boolean;
}

async function visit({ items = [a], tasks, download, again = {}, isReadOnce }: World) {
  const startMs = Date.now();
  const tried: Array<[url: string, atMs: number]> = [];
  const seen: { wait?: Wait; begun?: WaitState; most: number } = { most: 0 };
  let underWay = 0;
  const service = { getTask: async () => ({ kind: 'faulty', httpStatus: 503, ...again }) };
  vi.mocked(connectService).mockResolvedValue({ baseUrl: 'of it', ...service } as never);
  vi.mocked(waitAsleep).mockImplementation(async (_context, _ports, wait) => {
    Object.assign(seen, { wait, begun: wait.watch(startWait(), 10_000) });
    return tasks && { tasks };
  });
  vi.mocked(downloadVideo).mockImplementation(async (files, taskId, url) => {
    expect(files).toEqual({ baseUrl: 'of it' });
    tried.push([url, Date.now() - startMs]);
    seen.most = Math.max(seen.most, (underWay += 1));
    await Promise.resolve();
    underWay -= 1;
    return download!(url, taskId);
  });
  const shape = { keepInput: true };
  const wishes = { settings, stayAwake: false, download: download !== undefined, shape };
  const waiting = waitForVideos({} as never, items, wishes, isReadOnce);
  await vi.runAllTimersAsync();
  return { outcomes: await waiting, tried, ...seen };
}

describe('waitForVideos', () => {
  it('waits for the tasks of all items, and for those just made an interval from then', async () => {
    const created = { created: { status: 'pending' }, createdAtMs: 8_000 };
    const items = [a, { itemIndex: 1, taskId: 'b', ...created }, { itemIndex: 2, shown: {} }];
    const { outcomes, wait, begun } = await visit({ items });
    expect(outcomes).toBeUndefined();
    expect(wait).toMatchObject({ taskIds: ['a', 'b'], settings, stayAwake: false });
    expect(wait).not.toHaveProperty('read');
    const firstLooks = Object.values(begun!.tasks).map(({ nextAskAtMs }) => nextAskAtMs);
    expect(firstLooks).toEqual([10_000, 13_000]);
    expect((await visit({ items, isReadOnce: true })).wait!.read).toBe(items);
  });

  it('needs no credential where everything is only shown', async () => {
    const items = [{ itemIndex: 0, shown: { x: 1 } }];
    expect((await visit({ items, tasks: {}, download: () => ({ file }) })).outcomes).toEqual([
      { item: items[0] },
    ]);
    expect(connectService).not.toHaveBeenCalled();
  });

  it('fetches the file of each completed task once, ten at a time, where files are wanted', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `task${n}`);
    const items = [...ids, ...ids, 'failed'].map((taskId, itemIndex) => ({ itemIndex, taskId }));
    const tasks = { ...Object.fromEntries(ids.map((id) => [id, done])), failed };
    const download = (_: string, taskId: string) => ({ file: { ...file, fileName: taskId } });
    const { outcomes, tried, most } = await visit({ items, tasks, download });
    expect([tried.length, most]).toEqual([12, 10]);
    expect(outcomes!.map((one) => one.file?.fileName)).toEqual([...ids, ...ids, undefined]);
    expect(outcomes!.at(-1)!.failure).toMatchObject({ reason: 'failed', taskId: 'failed' });
    const bare = await visit({ tasks: { a: done } });
    expect([bare.outcomes, bare.tried]).toMatchObject([[{ json }], []]);
  });

  const tasks = { a: done };
  const broken = (isTransient: boolean) => (): Download => ({ reason: 'HTTP 403', isTransient });
  const noNewLink = { kind: 'task', task: { status: 'completed' } };
  const thrice = 'We tried 3 times, with a new';
  it.each<[string, boolean, object, number[], string]>([
    ['at once where another try won’t help', false, {}, [0], 'Open its address yourself'],
    ['after three tries', true, {}, [0, 1_000, 3_000], thrice],
    [
      'after three tries of the link it had, with no new one',
      true,
      noNewLink,
      [0, 1_000, 3_000],
      thrice,
    ],
  ])('gives a file up %s', async (_, passing, again, atMs, advice) => {
    const { outcomes, tried } = await visit({ tasks, download: broken(passing), again });
    expect(tried).toEqual(atMs.map((ms) => [linkOf('old'), ms]));
    expect(outcomes![0]!.failure).toMatchObject({
      message: 'The video of task a couldn’t be downloaded: HTTP 403',
      step: expect.stringContaining(advice),
      ...{ reason: 'downloadFailed', status: 'completed', taskId: 'a', videoUrl: linkOf('old') },
    });
  });

  it('tries the new link where the old one has expired, and tells that one', async () => {
    const download = (url: string) => (url === linkOf('new') ? { file } : broken(true)());
    const again = { kind: 'task', task: renewed };
    const { outcomes } = await visit({ tasks, download, again });
    const videoUrl = linkOf('new');
    expect(outcomes).toMatchObject([{ json: { ...json, ...renewed, videoUrl }, file }]);
  });
});
