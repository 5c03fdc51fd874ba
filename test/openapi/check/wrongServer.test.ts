import { describe, expect, it } from 'vitest';
import { check } from '../../../openapi/src/check/runCheck.ts';
import { readCommandLine } from '../../../openapi/src/check/commandLine.ts';
import { honest, key, play, type Script, withServer } from './scriptedServer.ts';

/** Promises that a server with this script breaks, and how many create requests it was sent. */
const brokenBy = (script: Partial<Script>, args = ['--spend']) =>
  withServer(play({ ...honest, ...script }), async (url, log) => {
    // Only who never answers, or never calls, is not waited for.
    const timeout = 'created' in script && !script.created ? '3' : '30';
    const given = ['--url', url, '--key', key, '--interval-seconds', '0'];
    const line = readCommandLine([...given, '--timeout-seconds', timeout, ...args]);
    if (line.help) throw new Error('only help');
    const { findings } = await check({
      ...line.options,
      callbackGraceMs: script.notices?.length === 0 ? 300 : 30_000,
    });
    const broken = findings.filter(({ verdict }) => verdict === 'broken');
    const creates = log.filter(({ method }) => method === 'POST').length;
    return [[...new Set(broken.map(({ promise }) => promise))], creates];
  });

const pending = { body: { status: 'pending', progress: 40 } };
const completed = { body: { status: 'completed', results: ['ORIGIN/video.mp4'] } };
const completedAs = (fields: object) => [pending, { body: { ...completed.body, ...fields } }];
const noticed = (body: unknown) => ({ notices: [{ body }] });

const promises = {
  created: 'A create call answers with a task',
  pending: 'A new task is pending',
  read: 'Every read of the task answers with a task',
  progress: 'An unfinished task tells its progress',
  video: 'A completed task names its video',
  file: 'The address of the video answers',
  called: 'A completed task calls its callback address',
  callback: 'The callback has the shape of a task',
  told: 'The callback of a completed task names its video',
  id: 'An id that is repeated is that of the task',
};
const shown = (cause: string) => `Your task is not shown ${cause}`;
const [noKey, wrongKey] = ['without a key', 'with a wrong key'];

const faults: Array<[string, Partial<Script>, string[]]> = [
  ['lets everybody in', { admits: () => true }, [shown(noKey), shown(wrongKey)]],
  [
    'answers success to a made-up ID',
    { unknown: { body: { ok: 1 } } },
    ['An answer of success is a task'],
  ],
  ['creates without an answer', { created: undefined }, [promises.created]],
  ['creates without an ID', { created: { body: { status: 'pending' } } }, [promises.created]],
  ['refuses a valid request', { created: { status: 422, body: {} } }, [promises.created]],
  [
    'begins at another status',
    { created: { body: { id: 'task_1', status: 'queued' } } },
    [promises.pending],
  ],
  ['does not know its own task', { reads: [honest.unknown] }, [promises.read]],
  ['tells no status', { reads: [{ body: { progress: 40 } }, pending, completed] }, [promises.read]],
  [
    'never tells its progress',
    { reads: [{ body: { status: 'pending' } }, completed] },
    [promises.progress],
  ],
  ['repeats another ID', { reads: completedAs({ id: 'task_2' }) }, [promises.id]],
  ['completes without results', { reads: completedAs({ results: undefined }) }, [promises.video]],
  ['completes with an empty list', { reads: completedAs({ results: [] }) }, [promises.video]],
  [
    'completes with a place in a bucket',
    { reads: completedAs({ results: ['s3://bucket/video.mp4'] }) },
    [promises.video],
  ],
  ['has lost the video', { video: { status: 404, body: '' } }, [promises.file]],
  ['shows the video to nobody', { video: { status: 403, body: '' } }, [promises.file]],
  ['calls nobody', { notices: [] }, [promises.called]],
  ['calls by GET', { notices: [{ method: 'GET', body: '' }] }, [promises.callback]],
  ['calls as completed without results', noticed({ status: 'completed' }), [promises.told]],
];

const oddities: Array<[string, Partial<Script>]> = [
  ['is as the document says', {}],
  ['refuses strangers as if the task did not exist', { refused: honest.unknown }],
  [
    'has states and fields of its own',
    { reads: [{ body: { status: 'drawing', progress: 12.5, eta: 3 } }, completed] },
  ],
  [
    'has null for what is not there yet',
    { reads: [{ body: { id: null, status: 'pending', progress: 0, results: null } }, completed] },
  ],
  [
    'is busy, then ill, meanwhile',
    { reads: [{ status: 429, body: {} }, { status: 503, body: {} }, pending, completed] },
  ],
  ['fails, and calls nobody', { reads: [pending, { body: { status: 'failed' } }], notices: [] }],
  ['calls twice', { notices: [{ body: completed.body }, { body: completed.body }] }],
];

describe('the check with --spend', () => {
  it.concurrent.each(faults)('reports a server that %s', async (_what, script, promises) => {
    expect(await brokenBy(script)).toEqual([promises, 1]);
  });

  it.concurrent.each(oddities)('reports no fault of a server that %s', async (_what, script) => {
    expect(await brokenBy(script)).toEqual([[], 1]);
  });

  it('reports no fault of a task that does not end, since the document promises no time', async () => {
    const script = { reads: [pending], notices: [] };
    expect(await brokenBy(script, ['--spend', '--wait-seconds', '1'])).toEqual([[], 1]);
  });
});

it('the check without --spend leaves open whether a key is looked at', async () => {
  expect(await brokenBy({ admits: () => true }, [])).toEqual([[], 0]);
});
