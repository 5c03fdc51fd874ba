import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { binaryData, readStored, storeFile, useFileStorage } from '../../../engine/n8nCore.ts';
import { runNode, type NodeRun } from '../../../engine/runNode.ts';
import { startAnew } from '../../../engine/startAnew.ts';

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
  const both = () => ({ photo, logo });
  it.each<[string, string, () => object, binaryMode?: 'combined']>([
    ['an expression', '={{ $json.photo }}', () => ({ json: { photo }, binary: { logo } })],
    ['one of a node', "={{ $('Items').item.binary.photo }}", () => ({ binary: both() })],
    ['a name', 'photo', () => ({ json: { photo: '' }, binary: both() })],
    ['the default, if it is the only one', 'data', () => ({ binary: { Photo: photo } })],
    ['a name, among fields', 'photo', () => ({ binary: both() }), 'combined'],
    ['a path', '_files.photo', () => ({ binary: both() }), 'combined'],
    ['the name of a form’s field', 'My photo', () => ({ json: { 'My photo': photo } }), 'combined'],
    ['the file itself', '={{ $json._files.photo }}', () => ({ binary: both() }), 'combined'],
    ['the default, among fields', 'data', () => ({ binary: { photo } }), 'combined'],
  ])('takes the file that %s gives: %s', async (_, firstFrameBinary, item, binaryMode) => {
    const around = binaryMode && { binaryMode };
    const ids = await create({ ...frames, firstFrameBinary }, item() as never, around);
    expect(ids).toEqual([photo.id]);
  });

  it('takes the file of each row for that row', async () => {
    const items = [logo, photo].map((own) => ({ json: {}, binary: { own } }));
    const ids = (await create({ ...frames, firstFrameBinary: 'own' }, {}, { items })) as string[];
    expect(new Set(ids)).toEqual(new Set([logo.id, photo.id]));
  });

  const noSuch = (label: string, name: string, others: string) =>
    `${label} File is "${name}", but this item has no such file. It has ${others}.`;
  it.each<[INodeParameters, string[], refused: string, n8nUrl?: string]>([
    [{}, ['photo', 'logo'], noSuch('First Frame', 'data', '"photo", "logo"')],
    [{ firstFrameBinary: 'phto' }, ['logo'], noSuch('First Frame', 'phto', '"logo"')],
    // The item’s only file is not the last frame as well.
    [{ lastFrameSource: 'binary' }, ['photo'], noSuch('Last Frame', 'data', '"photo"')],
    [
      { firstFrameBinary: '={{ $json.x }}' },
      ['logo'],
      'First Frame is empty. Give the picture that the video starts with.',
    ],
    [
      { firstFrameBinary: '={{ $binary }}' },
      ['logo'],
      'First Frame File must be a file or its name, but it is an object.',
    ],
    [
      { firstFrameBinary: '={{ ["logo", "logo"] }}' },
      ['logo'],
      'First Frame File must be a single file, but there are 2.',
    ],
    [
      { firstFrameBinary: '={{ ({ id: "1a", mimeType: "image/png" }) }}' },
      ['logo'],
      'First Frame File "1a" isn’t among n8n’s stored files. Download it again in this run.',
    ],
    [
      {},
      ['photo'],
      'First Frame File "data" would be a link to localhost, which the service can’t reach. Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address, or give a URL.',
      'http://localhost:5678',
    ],
  ])('refuses %j of an item with %j', async (fields, names, refused, n8nUrl) => {
    const binary = Object.fromEntries(names.map((name) => [name, both()[name as 'logo']]));
    const outcome = await create({ ...frames, ...fields }, { binary }, n8nUrl ? { n8nUrl } : {});
    expect(outcome).toEqual({ refused, requests: 0 });
  });

  it.each<[string, ...names: string[]]>([
    ['["photo","logo"]', 'photo', 'logo'],
    ['={{ Object.values($binary) }}', 'photo', 'logo'],
    ['photo, logo\n', 'photo', 'logo'],
    ['photo, logo', 'photo, logo'],
  ])('takes as a list of files: %j', async (imageBinaries, ...names) => {
    const files = { ...both(), 'photo, logo': photo };
    const binary = Object.fromEntries(names.map((name) => [name, files[name as 'photo']]));
    const ids = (await create({ ...references, imageBinaries }, { binary })) as string[];
    expect(ids.toSorted()).toEqual(
      Object.values(binary)
        .map(({ id }) => id!)
        .toSorted(),
    );
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

  it('links to a copy where n8n would move the file when the execution is stored', async () => {
    const passing = await store('a picture', '');
    const [linkedId] = (await create(frames, { binary: { data: passing } })) as string[];
    expect(passing.id).toContain('/temp/');
    expect(linkedId).not.toContain('/temp/');
    const kept = await readStored({ ...passing, id: linkedId! });
    expect(kept.toString()).toBe('a picture');
  });
});

it('sends each row of a mixed table in its own mode, and reads no field of another', async () => {
  const service = fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
  const [picture, clip] = ['https://example.com/a.png', 'https://example.com/b.mp4'];
  const rows = [
    { mode: 'textToVideo', prompt: 'A', picture: 'no address' },
    { mode: 'imageToVideo', prompt: 'B', picture },
    { mode: 'referenceToVideo', prompt: 'C', picture, clip },
  ];
  const { error } = await runNode({
    type: 'createVideo',
    parameters: {
      operation: 'create',
      mode: '={{ $json.mode }}',
      prompt: '={{ $json.prompt }}',
      firstFrameSource: 'url',
      firstFrame: '={{ $json.picture }}',
      videoUrls: '={{ $json.clip ?? $("Nowhere").item.json.url }}',
    },
    items: rows.map((json) => ({ json })),
  });
  expect(error).toBeUndefined();
  expect(service.requests.map(({ body }) => body)).toEqual([
    { model: 'videogen-2.0-text-to-video', prompt: 'A' },
    { model: 'videogen-2.0-image-to-video', prompt: 'B', image_urls: [picture] },
    { model: 'videogen-2.0-reference-to-video', prompt: 'C', video_urls: [clip] },
  ]);
  for (const { headers } of service.requests)
    expect(headers['content-type']).toMatch(/^application\/json/);
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

it('counts a picture that comes again as the same, and another of its name as changed', async () => {
  fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
  const types = startAnew();
  const order = async (content: string, executionId: string) => {
    const fileName = 'photo.png';
    const picture = await storeFile(content, { mimeType: 'image/png', fileName, executionId });
    const options = { orderKey: 'a picture' };
    const { outputs, error } = await runNode({
      ...{ type: 'createVideo', executionId, types },
      parameters: { operation: 'create', prompt: 'A boat', ...frames, options },
      items: [{ json: {}, binary: { data: picture } }],
    });
    expect(error).toBeUndefined();
    return outputs[0]![0]!.json.changedSinceOrdered;
  };
  const changed = [];
  for (const [at, content] of ['photo', 'photo', 'other photo'].entries())
    changed.push(await order(content, `7${at}`));
  expect(changed).toEqual([undefined, undefined, true]);
});
