import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { binaryData, readStored, storeFile, useFileStorage } from '../../../engine/n8nCore.ts';
import { runNode, type NodeRun } from '../../../engine/runNode.ts';

let photo: IBinaryData;
let logo: IBinaryData;

beforeAll(async () => {
  nock.disableNetConnect();
  await useFileStorage();
  photo = await store('photo');
  logo = await store('logo');
});
afterEach(() => nock.cleanAll());

/** A picture in n8n’s store. */
const store = async (content: string, executionId = '7') =>
  await storeFile(content, { mimeType: 'image/png', fileName: `${content}.png`, executionId });

const frames = { mode: 'imageToVideo', firstFrameSource: 'binary' };
const bothFrames = { ...frames, firstFrameBinary: 'first', lastFrameSource: 'binary' };
const references = { mode: 'referenceToVideo' };

/** The stored files that the links of the one request lead to, or why none was sent. */
const create = async (
  parameters: INodeParameters,
  item: Partial<INodeExecutionData>,
  around: Partial<NodeRun> = {},
) => {
  const service = fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
  const { error } = await runNode({
    type: 'createVideo',
    parameters: { operation: 'create', prompt: 'A boat', ...parameters },
    items: [{ json: {}, ...item }],
    ...around,
  });
  if (error !== undefined) return { refused: error.message, requests: service.requests.length };
  return service.requests.flatMap(({ body }) =>
    (Object.values(body as object).filter(Array.isArray) as string[][]).flat().map(idOf),
  );
};

/** The stored file that a link leads to. */
function idOf(url: string) {
  const [, payload] = new URL(url).searchParams.get('token')!.split('.');
  return (JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { id: string }).id;
}

describe('Create Video with files of an item', () => {
  it.each([
    ['={{ $json.photo }}', () => ({ json: { photo }, binary: { logo } })],
    ["={{ $('Items').item.binary.photo }}", () => ({ binary: { logo, photo } })],
    ['photo', () => ({ json: { photo: '' }, binary: { logo, photo } })],
  ])('takes the file that %s gives', async (firstFrameBinary, item) => {
    const ids = await create({ ...frames, firstFrameBinary }, item() as never);
    expect(ids).toEqual([photo.id]);
  });

  it('takes the file of each row for that row', async () => {
    const items = [logo, photo].map((own) => ({ json: {}, binary: { own } }));
    const ids = (await create({ ...frames, firstFrameBinary: 'own' }, {}, { items })) as string[];
    expect(new Set(ids)).toEqual(new Set([logo.id, photo.id]));
  });

  it('takes the item’s only file, whatever its name, where the field is left at its default', async () => {
    expect(await create(frames, { binary: { Photo: photo } })).toEqual([photo.id]);
    expect(await create(frames, { binary: { photo, logo } })).toEqual({
      refused:
        'First Frame File is "data", but this item has no such file. It has "photo", "logo".',
      requests: 0,
    });
  });

  it.each([
    ['phto', 'First Frame File is "phto", but this item has no such file. It has "logo".'],
    ['={{ $json.x }}', 'First Frame is empty. Give the picture that the video starts with.'],
    ['={{ $binary }}', 'First Frame File must be a file or its name, but it is an object.'],
    ['={{ ["logo", "logo"] }}', 'First Frame File must be a single file, but there are 2.'],
    [
      '={{ ({ id: "1a", mimeType: "image/png" }) }}',
      'First Frame File "1a" isn’t among n8n’s stored files. Download it again in this run.',
    ],
  ])('refuses %s instead of the only file', async (firstFrameBinary, refused) => {
    expect(await create({ ...frames, firstFrameBinary }, { binary: { logo } })).toEqual({
      refused,
      requests: 0,
    });
  });

  it.each([['["photo","logo"]'], ['={{ Object.values($binary) }}'], ['photo, logo\n']])(
    'takes as a list of files: %s',
    async (imageBinaries) => {
      const binary = { photo, logo };
      const ids = await create({ ...references, imageBinaries }, { binary });
      expect((ids as string[]).toSorted()).toEqual([photo.id, logo.id].toSorted());
    },
  );

  it('takes a name with a comma as one name', async () => {
    const binary = { 'me, at sea': photo, me: logo };
    const field = { imageBinaries: 'me, at sea' };
    expect(await create({ ...references, ...field }, { binary })).toEqual([photo.id]);
  });

  it.each([
    ['an empty name', '', {}],
    ['an expression that finds nothing', '={{ $binary.last }}', {}],
    ['an optional upload that was left out', 'Last_picture', { 'Last picture': null }],
    ['one that may be several files', 'Last_picture', { 'Last picture': [null] }],
    ['one in whose name a comma is a comma', 'Last, small', { 'Last, small': null }],
  ])('sends no last frame for %s', async (_, lastFrameBinary, json) => {
    const item = { json, binary: { first: photo } };
    expect(await create({ ...bothFrames, lastFrameBinary }, item)).toEqual([photo.id]);
  });

  it.each([
    ['by name', 'photo', () => ({ binary: { photo, logo } })],
    ['by path', '_files.photo', () => ({ binary: { photo, logo } })],
    ['a form’s, by the name of its field', 'My photo', () => ({ json: { 'My photo': photo } })],
    ['by the file itself', '={{ $json._files.photo }}', () => ({ binary: { photo, logo } })],
    ['the only one', 'data', () => ({ binary: { photo } })],
  ])('finds files that the workflow keeps among fields: %s', async (_, firstFrameBinary, item) => {
    const files = { ...frames, firstFrameBinary };
    const ids = await create(files, item() as never, { binaryMode: 'combined' });
    expect(ids).toEqual([photo.id]);
  });

  it('never takes the item’s only file for the last frame as well', async () => {
    const fields = { ...frames, lastFrameSource: 'binary' };
    expect(await create(fields, { binary: { photo } })).toEqual({
      refused: 'Last Frame File is "data", but this item has no such file. It has "photo".',
      requests: 0,
    });
  });

  it('refuses a link that the service cannot reach', async () => {
    const outcome = await create(
      frames,
      { binary: { photo } },
      { n8nUrl: 'http://localhost:5678' },
    );
    expect(outcome).toEqual({
      refused:
        'First Frame File "data" would be a link to localhost, which the service can’t reach. Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address, or give a URL.',
      requests: 0,
    });
  });

  it('links to a copy where n8n would move the file when the execution is stored', async () => {
    const passing = await store('a picture', '');
    const [linkedId] = (await create(frames, { binary: { data: passing } })) as string[];
    expect(passing.id).toContain('/temp/');
    expect(linkedId).not.toContain('/temp/');
    const kept = await readStored({ ...passing, id: linkedId! });
    expect(kept.toString()).toBe('a picture');
  });
});

const unknown = 'application/octet-stream';
const nameless = 'text/plain';
const mediaOf = (file: string) => readFileSync(join(import.meta.dirname, 'media', file));

/** As which type n8n serves a file that it was told to be of another; or why it was not sent. */
const served = async (
  bytes: Buffer,
  mimeType: string,
  { fileName = '', field = 'imageBinaries', since = {} } = {},
) => {
  const it = await storeFile(bytes, { mimeType, ...(fileName && { fileName }) });
  const ids = await create(
    { ...references, [field]: 'it' },
    { binary: { it: { ...it, ...since } } },
  );
  if (!Array.isArray(ids)) return ids.refused;
  expect(await readStored({ ...it, id: ids[0]! })).toEqual(bytes);
  return (await binaryData.getMetadata(ids[0]!)).mimeType;
};

describe('a file whose type nobody knows', () => {
  it.each([
    ['picture.png', 'imageBinaries', unknown, '', 'image/png'],
    ['picture.webp', 'imageBinaries', 'binary/octet-stream', 'download', 'image/webp'],
    ['picture.png', 'imageBinaries', nameless, 'photo.txt', 'image/png'],
    ['clip.mp4', 'videoBinaries', 'application/mp4', '', 'video/mp4'],
    ['clip.mp4', 'videoBinaries', nameless, '', 'video/mp4'],
    ['sound.mp3', 'audioBinaries', unknown, 'song.bin', 'audio/mpeg'],
  ])('%s in %s, said to be %s (%s), is served as what it is', async (...given) => {
    const [file, field, said, fileName, type] = given;
    expect(await served(mediaOf(file), said, { fileName, field })).toBe(type);
  });

  it('is what its name says where n8n doesn’t know its first bytes, unless it was taken for text', async () => {
    const bytes = Buffer.from('no file that n8n knows');
    expect(await served(bytes, unknown, { fileName: 'me.png' })).toBe('image/png');
    expect(await served(bytes, nameless, { fileName: 'me.png' })).toContain(
      'must be of type image, but its type is text/plain',
    );
  });

  it.each([
    ['is of another kind', mediaOf('clip.mp4'), ''],
    ['is empty', Buffer.alloc(0), 'me'],
    // Of a large file no more than its beginning is read.
    [
      'is a picture behind other bytes',
      Buffer.concat([Buffer.alloc(4_100, 'x'), mediaOf('picture.png')]),
      '',
    ],
  ])('is refused where it %s', async (_, bytes, fileName) => {
    expect(await served(bytes, unknown, { fileName })).toBe(
      'Image Files "it" must be of type image, but its type is application/octet-stream, and its content is no image either.',
    );
  });

  it('is served as the type that somebody gave it since', async () => {
    const since = { mimeType: 'image/x-raw' };
    expect(await served(Buffer.from('raw'), unknown, { since })).toBe('image/x-raw');
  });
});
