import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  importCredential,
  importWorkflow,
  readExamples,
  withCredential,
} from '../../../playground/index.ts';
import { startRealN8n, type RealN8n } from '../realN8n.ts';
import { openEditor, type Editor } from './browser.ts';
import { addNode, choose, fill, listedNodes, searchNodes, shownFields } from './form.ts';

/** What is used of the browser's video element. */
interface Played {
  duration: number;
  currentTime: number;
}

let real: RealN8n;
let editor: Editor;
// Something that answers, but is not the service: a web page, and a server that fails.
let elsewhere: Server;
let elsewhereUrl: string;

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const failing = request.url!.startsWith('/failing/');
    response.writeHead(failing ? 503 : 200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  real = await startRealN8n();
  editor = await openEditor(real);
});
afterAll(async () => {
  await editor?.close();
  await real?.stop();
  elsewhere?.close();
});

describe('the node list', () => {
  const listed = () => expect.poll(() => listedNodes(editor), { timeout: 15_000 });

  it('finds both nodes by "video"', async () => {
    await searchNodes(editor, 'video');
    await listed().toEqual(expect.arrayContaining(['Create Video', 'Wait for Video']));
  });

  it.each(['text to video', 'animate', 'videogen'])(
    'finds Create Video by "%s"',
    async (search) => {
      await searchNodes(editor, search);
      await listed().toContain('Create Video');
      if (search === 'videogen') await editor.shoot('search');
    },
  );
});

describe('the form of Create Video', () => {
  beforeAll(async () => await addNode(editor, 'video', 'Create Video'));

  const always = { before: ['mode', 'model', 'prompt'], after: ['callback'] };
  const modes = {
    'Text to Video': [],
    'Image to Video': ['firstFrameSource', 'firstFrame', 'lastFrameSource', 'lastFrame'],
    'Reference to Video': [
      'imageUrls',
      'imageBinaries',
      'videoUrls',
      'videoBinaries',
      'audioUrls',
      'audioBinaries',
    ],
  };

  it.each(Object.entries(modes))('shows the fields of %s and no others', async (mode, own) => {
    await choose(editor, 'mode', mode);
    await expect
      .poll(() => shownFields(editor))
      .toEqual([...always.before, ...own, ...always.after]);
    await editor.shoot(`mode-${mode.split(' ')[0]!.toLowerCase()}`);
  });

  it('asks for a model id only for another model', async () => {
    expect(await shownFields(editor)).not.toContain('modelId');
    await choose(editor, 'model', 'Other');
    await expect.poll(() => shownFields(editor)).toContain('modelId');
    await choose(editor, 'model', 'Standard');
    await expect.poll(() => shownFields(editor)).not.toContain('modelId');
  });

  it('says what is wrong with a field, before anything is sent', async () => {
    await choose(editor, 'mode', 'Image to Video');
    await fill(editor, 'prompt', 'The picture comes alive');
    await fill(editor, 'firstFrame', 'holiday.png');
    await editor.byId('node-execute-button').click();
    await editor
      .byId('output-panel')
      .getByText('Expected First Frame to be an absolute http or https URL, got "holiday.png"')
      .first()
      .waitFor();
    await editor
      .byId('output-panel')
      .getByText('Item 0 was not sent, so nothing was paid for it')
      .first()
      .waitFor();
    await editor.shoot('invalid-field');
  });
});

describe('the credential’s test', () => {
  const test = async (name: string, data: { baseUrl: string; apiKey: string }) => {
    const { id } = await importCredential(real.client, { name, type: 'videoGenApi', data });
    await editor.page.goto(`/home/credentials/${id}`);
    return editor.byId('editCredential-modal');
  };
  const key = 'a-key-that-nobody-knows';

  it('accepts the sandbox and its key', async () => {
    const { url, apiKey } = real.sandbox;
    const modal = await test('Right', { baseUrl: url, apiKey });
    await modal.getByText('Connection tested successfully').waitFor();
    await editor.shoot('credential');
  });

  it.each([
    {
      name: 'A wrong key',
      data: () => ({ baseUrl: real.sandbox.url, apiKey: key }),
      says: 'The service refused the API key (HTTP 401)',
    },
    {
      name: 'Nobody there',
      data: async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey: key }),
      says: 'Check the Base URL and the network',
    },
    {
      name: 'A web page',
      data: () => ({ baseUrl: elsewhereUrl, apiKey: key }),
      says: 'This address answers, but not like the video service (HTTP 200)',
    },
    {
      name: 'A failing service',
      data: () => ({ baseUrl: `${elsewhereUrl}/failing`, apiKey: key }),
      says: 'The service is failing (HTTP 503)',
    },
    {
      name: 'No address',
      data: () => ({ baseUrl: 'api.example.com', apiKey: key }),
      says: 'Expected the credential’s Base URL to be an http or https address',
    },
  ])('tells what is wrong: $name', async ({ name, data, says }) => {
    const modal = await test(name, await data());
    await modal.getByText('More details').click();
    await modal.getByText(says).waitFor();
    expect(await modal.innerText()).not.toContain(key);
    if (name === 'A wrong key') await editor.shoot('credential-refused');
  });
});

describe('the demo', () => {
  it('runs from the Execute button and plays its video in the output', async () => {
    const example = (await readExamples()).find(({ id }) => id === 'vgTextToVideo001')!;
    await importWorkflow(
      real.client,
      withCredential(example, 'n8n-nodes-videogen', 'videoGenApi', real.credential),
    );
    const { page, byId } = editor;
    await page.goto(`/workflow/${example.id}`);
    await byId('execute-workflow-button').first().click();
    await page.getByText('Workflow executed successfully').first().waitFor();
    await editor.shoot('demo');

    await byId('canvas-node').filter({ hasText: 'Wait for Video' }).first().dblclick();
    await byId('output-panel').locator('[data-test-id="radio-button-binary"]').click();
    await byId('ndv-view-binary-data').first().click();
    const video = page.locator('video');
    await video.waitFor();
    const length = () => video.evaluate(({ duration }: Played) => duration);
    await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(4.5);
    await video.evaluate((played: Played) => (played.currentTime = 2));
    await editor.shoot('video');
  });
});
