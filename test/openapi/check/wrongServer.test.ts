import { describe, expect, it } from 'vitest';
import { check } from '../../../openapi/src/check/runCheck.ts';
import { readCommandLine } from '../../../openapi/src/check/commandLine.ts';
import { honest, key, play, type Script, withServer } from './scriptedServer.ts';

/** What a server with this script breaks: promises, the evidence, and how many create requests it was sent. */
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
    return {
      promises: [...new Set(broken.map(({ promise }) => promise))],
      evidence: broken.map(({ evidence }) => evidence).join(' '),
      creates,
    };
  });

const pending = { body: { status: 'pending', progress: 40 } };
const completed = { body: { status: 'completed', results: ['ORIGIN/video.mp4'] } };
const completedAs = (fields: object) => [pending, { body: { ...completed.body, ...fields } }];
const progressing = (progress: unknown) => ({ body: { status: 'pending', progress } });
const html = { 'content-type': 'text/html' };
const film = (body: string, more = {}) => ({
  body,
  headers: { 'content-type': 'video/mp4', ...more },
});
const noticed = (body: unknown) => ({ notices: [{ body }] });

const promises = {
  created: 'A create call answers with a task',
  pending: 'A new task is pending',
  read: 'Every read of the task answers with a task',
  progress: 'An unfinished task tells its progress',
  video: 'A completed task names its video',
  file: 'The address of the video answers',
  film: 'It answers with a video',
  called: 'A completed task calls its callback address',
  callback: 'The callback has the shape of a task',
  told: 'The callback of a completed task names its video',
  id: 'An id that is repeated is that of the task',
};
const shown = (cause: string) => `Your task is not shown ${cause}`;
const [noKey, wrongKey] = ['without a key', 'with a wrong key'];

/** What a server does, its script, what that breaks, and a part of the evidence. */
const faults: Array<[string, Partial<Script>, string[], RegExp?]> = [
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
  [
    'calls its JSON a page',
    { unknown: { ...honest.unknown, headers: html } },
    ['An answer of JSON says that it is JSON'],
    /text\/html/,
  ],
  [
    'tells progress from 0 to 1',
    { reads: [...[0, 0.3, 0.6].map(progressing), completed] },
    ['Progress is a percentage'],
  ],
  ['tells progress as a text', { reads: [progressing('40%'), completed] }, [promises.read]],
  [
    'shows a page as the video',
    { video: { body: '<p>Log in</p>', headers: html } },
    [promises.film],
    /text\/html/,
  ],
  [
    'names one address instead of a list',
    { reads: completedAs({ results: 'http://127.0.0.1/1.mp4' }) },
    [promises.read],
  ],
  [
    'names an address without a host',
    { reads: completedAs({ results: ['/1.mp4'] }) },
    [promises.read],
  ],
  [
    'has numbers for IDs',
    { created: { body: { id: 1, status: 'pending' } } },
    [promises.created, promises.read],
  ],
  [
    'writes a finished task in capitals',
    { reads: completedAs({ status: 'COMPLETED' }) },
    ['A task that has ended says completed or failed'],
    /COMPLETED/,
  ],
  [
    'goes back to pending',
    { reads: [pending, completed, completed, pending] },
    ['A finished task stays finished (our reading)'],
  ],
  [
    'calls with another shape',
    noticed({ event: 'finished', data: completed.body }),
    [promises.callback],
  ],
  ['has an empty video', { video: film('') }, [promises.film], /and empty/],
  [
    'has a picture for a video',
    { video: film('GIF89a') },
    [promises.film],
    /begins as a text or a picture/,
  ],
  [
    'breaks off the video',
    { video: { ...film('film', { 'content-length': '100000' }), breaksOff: true } },
    [promises.film],
    /broke off after 4 bytes/,
  ],
  [
    'calls about another task',
    noticed({ ...completed.body, id: 'task_99' }),
    ['The callback is about the task'],
  ],
  [
    'calls with the key',
    { notices: [{ body: completed.body, headers: { authorization: `Bearer ${key}` } }] },
    ['The callback keeps your key to itself'],
  ],
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

const nothing = (creates: number) => ({ promises: [], evidence: '', creates });

describe('the check with --spend', () => {
  it.concurrent.each(faults)(
    'reports a server that %s',
    async (_what, script, promises, words = /./) => {
      const found = await brokenBy(script);
      expect(found).toEqual({ promises, evidence: expect.stringMatching(words), creates: 1 });
    },
  );

  it.concurrent.each(oddities)('reports no fault of a server that %s', async (_what, script) => {
    expect(await brokenBy(script)).toEqual(nothing(1));
  });

  it('reports no fault of a task that does not end, since the document promises no time', async () => {
    const script = { reads: [pending], notices: [] };
    expect(await brokenBy(script, ['--spend', '--wait-seconds', '1'])).toEqual(nothing(1));
  });
});

it('the check without --spend leaves open whether a key is looked at', async () => {
  expect(await brokenBy({ admits: () => true }, [])).toEqual(nothing(0));
});
