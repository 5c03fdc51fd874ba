import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import { createRequire } from 'node:module';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { readStored, useFileStorage } from '../../../engine/fileStorage.ts';
import { runNode } from '../../../engine/runNode.ts';

const require = createRequire(import.meta.url);
const { BinaryDataService } = require('n8n-core') as typeof coreModule;
const { Container } = require('@n8n/di') as typeof diModule;

beforeAll(async () => {
  nock.disableNetConnect();
  await useFileStorage();
});
afterEach(() => nock.cleanAll());

/** A picture as it comes in by a form: n8n does not know the execution yet. */
const store = async (executionId: string) =>
  await Container.get(BinaryDataService).store(
    { type: 'execution', workflowId: 'test', executionId },
    Buffer.from('a picture'),
    { data: '', mimeType: 'image/png', fileName: 'first.png' },
  );

const create = async (executionId: string, field = 'data') => {
  const file = await store(executionId);
  const service = fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
  const { error } = await runNode({
    type: 'createVideo',
    parameters: {
      mode: 'imageToVideo',
      model: 'standard',
      prompt: 'A boat',
      callback: 'none',
      firstFrameSource: 'binary',
      firstFrameBinary: 'data',
    },
    items: [{ json: {}, binary: { [field]: file } }],
  });
  expect(error).toBeUndefined();
  const { image_urls } = service.requests[0]!.body as { image_urls: string[] };
  const token = new URL(image_urls[0]!).searchParams.get('token')!;
  const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    id: string;
  };
  return { file, linkedId: payload.id };
};

describe('Create Video with a file of an item', () => {
  it('takes the item’s only file where another field is named', async () => {
    const { file, linkedId } = await create('7', 'Photo');
    expect(linkedId).toBe(file.id);
  });

  it('links to a copy where n8n would move the file when the execution is stored', async () => {
    const { file, linkedId } = await create('');
    expect(file.id).toContain('/temp/');
    expect(linkedId).not.toContain('/temp/');
    const kept = await readStored({ ...file, id: linkedId });
    expect(kept.toString()).toBe('a picture');
  });

  it('links to the file itself where it stays', async () => {
    const { file, linkedId } = await create('1');
    expect(linkedId).toBe(file.id);
  });
});
