import { describe, expect, it } from 'vitest';
import { check } from '../../../openapi/src/check/runCheck.ts';
import { readCommandLine } from '../../../openapi/src/check/commandLine.ts';
import { honest, key, play, type Script, withServer } from './scriptedServer.ts';

/** What a server with this script breaks: promises, the evidence, and how many create requests it was sent. */
const brokenBy = (script: Partial<Script>, args = ['--spend']) =>
  withServer(play({ ...honest, ...script }), async (url, log) => {
    const given = ['--url', url, '--key', key, '--interval-seconds', '0'];
    const line = readCommandLine([...given, ...args]);
    if (line.help) throw new Error('only help');
    const { findings } = await check({
      ...line.options,
      // Only who never calls is not waited for.
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

const pending = { status: 'pending', progress: 40 };
const done = { status: 'completed', results: ['ORIGIN/video.mp4'] };
const at = (progress: unknown) => ({ status: 'pending', progress });
const doneWith = (fields: object) => reads(pending, { ...done, ...fields });
const html = { 'content-type': 'text/html' };
const film = (body: string, more = {}) => ({
  body,
  headers: { 'content-type': 'video/mp4', ...more },
});
const brokenFilm = { ...film('film', { 'content-length': '100000' }), breaksOff: true as const };
const unknownPage = { ...honest.unknown, headers: html };
const noticed = (body: unknown, headers = {}) => ({ notices: [{ body, headers }] });

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
  finished: 'A finished task stays finished (our reading)',
  words: 'A task that has ended says completed or failed',
  about: 'The callback is about the task',
  secret: 'The callback keeps your key to itself',
  json: 'An answer of JSON says that it is JSON',
};
const shown = (cause: string) => `Your task is not shown ${cause}`;
const [noKey, wrongKey] = ['without a key', 'with a wrong key'];

const created = (body: object, status = 200) => ({ created: { status, body } });
const reads = (...bodies: object[]) => ({ reads: bodies.map((body) => ({ body })) });

/** What a server does, its script, what that breaks, and a part of the evidence. */
type Fault = [string, Partial<Script>, string[], RegExp?];
const faults: Fault[] = [
  ['lets everybody in', { admits: () => true }, [shown(noKey), shown(wrongKey)]],
  ['knows a made-up ID', { unknown: { body: { ok: 1 } } }, ['An answer of success is a task']],
  ['creates without an ID', created({ status: 'pending' }), [promises.created]],
  ['refuses a valid request', created({}, 422), [promises.created]],
  ...[400, 403, 404].map((status): Fault => {
    const words = /Is --model-family what/;
    return [`answers ${status} to a model`, created({}, status), [promises.created], words];
  }),
  ['begins at another status', created({ id: 'task_1', status: 'queued' }), [promises.pending]],
  ['has numbers for IDs', created({ id: 1, status: 'pending' }), [promises.created, promises.read]],
  ['does not know its own task', { reads: [honest.unknown] }, [promises.read]],
  ['tells no status', reads({ progress: 40 }, pending, done), [promises.read]],
  ['never tells its progress', reads({ status: 'pending' }, done), [promises.progress]],
  ['tells progress from 0 to 1', reads(at(0), at(0.6), done), ['Progress is a percentage']],
  ['tells progress as a text', reads(at('40%'), done), [promises.read]],
  ['goes back to pending', reads(pending, done, done, pending), [promises.finished]],
  ['repeats another ID', doneWith({ id: 'task_2' }), [promises.id]],
  ['completes without results', doneWith({ results: undefined }), [promises.video]],
  ['completes with a bucket', doneWith({ results: ['s3://bucket/video.mp4'] }), [promises.video]],
  ['names one address, no list', doneWith({ results: 'http://127.0.0.1/1.mp4' }), [promises.read]],
  ['names an address without a host', doneWith({ results: ['/1.mp4'] }), [promises.read]],
  ['writes in capitals', doneWith({ status: 'COMPLETED' }), [promises.words], /COMPLETED/],
  ['has lost the video', { video: { status: 404, body: '' } }, [promises.file]],
  ['shows a page as the video', { video: { body: '<p>', headers: html } }, [promises.film], /html/],
  ['has an empty video', { video: film('') }, [promises.film], /and empty/],
  ['has a picture for a video', { video: film('GIF89a') }, [promises.film], /a text or a picture/],
  ['breaks off the video', { video: brokenFilm }, [promises.film], /broke off after 4 bytes/],
  ['calls nobody', { notices: [] }, [promises.called]],
  ['calls by GET', { notices: [{ method: 'GET', body: '' }] }, [promises.callback]],
  ['calls without results', noticed({ status: 'completed' }), [promises.told]],
  ['calls in another shape', noticed({ event: 'finished', data: done }), [promises.callback]],
  ['calls about another task', noticed({ ...done, id: 'task_99' }), [promises.about]],
  ['calls with the key', noticed(done, { authorization: `Bearer ${key}` }), [promises.secret]],
  ['calls its JSON a page', { unknown: unknownPage }, [promises.json], /text\/html/],
];

const oddities: Array<[string, Partial<Script>]> = [
  ['is as the document says', {}],
  ['refuses strangers as if the task did not exist', { refused: honest.unknown }],
  ['has states and fields of its own', reads({ status: 'drawing', progress: 12.5, eta: 3 }, done)],
  ['has null for what is not there yet', reads({ ...at(0), id: null, results: null }, done)],
  ['is busy meanwhile', { reads: [{ status: 429, body: {} }, ...reads(pending, done).reads] }],
  ['is ill meanwhile', { reads: [{ status: 503, body: {} }, ...reads(pending, done).reads] }],
  ['fails, and calls nobody', { ...reads(pending, { status: 'failed' }), notices: [] }],
  ['calls twice', { notices: [{ body: done }, { body: done }] }],
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
    const script = { ...reads(pending), notices: [] };
    expect(await brokenBy(script, ['--spend', '--wait-seconds', '1'])).toEqual(nothing(1));
  });
});

it('the check without --spend leaves open whether a key is looked at', async () => {
  expect(await brokenBy({ admits: () => true }, [])).toEqual(nothing(0));
});
