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
  type Workflow,
} from '../../../playground/index.ts';
import { sleepTooltip } from '../../../nodes/sleeping/description.ts';
import { startRealN8n, type RealN8n } from '../realN8n.ts';
import { openEditor, type Editor } from './browser.ts';
import {
  addNode,
  choose,
  fill,
  listedNodes,
  searchNodes,
  showActions,
  shownFields,
} from './form.ts';

/** What is used of the browser's video element. */
interface Played {
  duration: number;
  currentTime: number;
}

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

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

  it('finds the nodes by "video"', async () => {
    await searchNodes(editor, 'video');
    await listed().toEqual(
      expect.arrayContaining(['Create Video', 'Wait for Video', 'Video Finished']),
    );
  });

  it('finds them alone by the name of the service', async () => {
    await searchNodes(editor, 'videogen');
    await expect.poll(() => listedNodes(editor), { timeout }).toHaveLength(3);
    await editor.shoot('search');
  });

  it('shows their icons in the dark, too', async () => {
    await inTheDark(async () => {
      await searchNodes(editor, 'videogen');
      await expect.poll(() => listedNodes(editor), { timeout }).toHaveLength(3);
      await editor.shoot('search-dark');
    });
  });

  it.each<[string, string[]]>([
    [
      'Create Video',
      [
        'generate a video',
        'make a movie',
        'AI video',
        'movie',
        'clip',
        'render',
        'animate',
        'text to video',
        'image to video',
        'photo to video',
        'video generation',
        'create video and wait',
      ],
    ],
    ['Wait for Video', ['video status', 'status', 'download video', 'is my video ready']],
    ['Video Finished', ['when a video is ready', 'callback', 'video done']],
  ])('finds %s by what people look for: %j', async (node, searches) => {
    for (const search of searches) {
      await searchNodes(editor, search);
      await expect
        .poll(async () => (await listedNodes(editor)).slice(0, 5), { message: search, timeout })
        .toContain(node);
    }
  });
});

describe('the list of actions', () => {
  it.each([
    {
      node: 'Create Video',
      actions: [
        'Start a video and go on without waiting',
        'Create a video and wait until it is ready',
        'Create a video from text',
        'Create a video from an image',
        'Create a video from references',
      ],
    },
    {
      node: 'Wait for Video',
      actions: ['Get the status of a video now', 'Wait until a video is ready'],
    },
    { node: 'Video Finished', actions: ['When a video is ready', 'When a video has failed'] },
  ])('of $node has one for each thing that a person wants', async ({ node, actions }) => {
    await showActions(editor, 'videogen', node);
    for (const action of actions) await editor.page.getByText(action, { exact: true }).waitFor();
    if (node === 'Create Video') await editor.shoot('actions');
  });
});

describe('the form of Create Video', () => {
  beforeAll(async () => await addNode(editor, 'video', 'Create Video', 'Create a video from text'));

  const always = {
    before: ['operation', 'mode', 'model', 'prompt'],
    after: ['duration', 'aspectRatio', 'quality', 'callback'],
  };
  const modes = {
    'Text to Video': [],
    'Image to Video': ['firstFrameSource', 'firstFrame', 'lastFrameSource'],
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

  it('looks the same in the dark', async () => {
    await inTheDark(async () => await editor.shoot('form-dark'));
  });

  it('shows what a wait needs only where there is one', async () => {
    await choose(editor, 'operation', 'Create and Wait');
    await expect.poll(() => shownFields(editor)).toEqual(expect.arrayContaining(['download']));
    await editor.shoot('create-and-wait');
    await choose(editor, 'operation', 'Create');
    await expect.poll(() => shownFields(editor)).not.toContain('download');
  });

  it.each(['duration', 'aspectRatio', 'quality'])(
    'lists the values in use of %s, and takes any other',
    async (field) => {
      const other = `other${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      expect(await shownFields(editor)).not.toContain(other);
      await choose(editor, field, 'Other…');
      await expect.poll(() => shownFields(editor)).toContain(other);
      await choose(editor, field, 'Service’s Default');
      await expect.poll(() => shownFields(editor)).not.toContain(other);
    },
  );

  it('asks for a model id only for another model', async () => {
    expect(await shownFields(editor)).not.toContain('modelId');
    await choose(editor, 'model', 'Other…');
    await expect.poll(() => shownFields(editor)).toContain('modelId');
    await choose(editor, 'model', 'Standard');
    await expect.poll(() => shownFields(editor)).not.toContain('modelId');
  });

  it('warns of a callback that only this machine can reach', async () => {
    const warning = editor.page.getByText('only a service on the same machine can call it');
    await choose(editor, 'callback', 'URL');
    await fill(editor, 'callbackUrl', 'https://example.com/done');
    await expect.poll(() => warning.count()).toBe(0);
    await fill(editor, 'callbackUrl', 'http://localhost:5678/webhook/done');
    await warning.waitFor();
    await choose(editor, 'callback', 'None');
  });

  it('says what is wrong with a field, before anything is sent', async () => {
    await choose(editor, 'mode', 'Image to Video');
    await fill(editor, 'prompt', 'The picture comes alive');
    await fill(editor, 'firstFrame', 'holiday.png');
    await editor.byId('node-execute-button').click();
    await editor
      .byId('output-panel')
      .getByText(
        'First Frame must be a full web address that starts with http:// or https://, but it is "holiday.png".',
      )
      .first()
      .waitFor();
    await editor
      .byId('output-panel')
      .getByText('Nothing was charged. Correct the fields and run the workflow again.')
      .first()
      .waitFor();
    await editor.byId('node-execute-button').getByText('Execute step').waitFor();
    await closeMessages();
    await editor.shoot('invalid-field');
  });
});

describe('the credential’s test', () => {
  const test = async (name: string, data: { baseUrl: string; apiKey: string }) => {
    const { id } = await importCredential(real.client, { name, type: 'videoGenApi', data });
    await editor.page.goto(`/home/credentials/${id}`);
    return editor.byId('editCredential-modal');
  };
  const unencrypted = 'This address is not encrypted';
  const key = 'a-key-that-nobody-knows';

  it('accepts the sandbox and its key', async () => {
    const { url, apiKey } = real.sandbox;
    const modal = await test('Right', { baseUrl: url, apiKey });
    await modal.getByText('Connection tested successfully').waitFor();
    expect(await modal.getByText(unencrypted).count()).toBe(0);
    await editor.shoot('credential');
  });

  it('warns of a key that would travel unencrypted', async () => {
    const modal = await test('Open', { baseUrl: 'http://api.example.com', apiKey: key });
    await modal.getByText(unencrypted).waitFor();
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
      says: 'The service is having problems right now (HTTP 503)',
    },
    {
      name: 'No address',
      data: () => ({ baseUrl: 'api.example.com', apiKey: key }),
      says: 'isn’t a web address',
    },
  ])('tells what is wrong: $name', async ({ name, data, says }) => {
    const modal = await test(name, await data());
    await modal.getByText('More details').click();
    await modal.getByText(says).waitFor();
    expect(await modal.innerText()).not.toContain(key);
    if (name === 'A wrong key') await editor.shoot('credential-refused');
  });
});

/** Does something while the browser asks for dark colours. */
async function inTheDark(work: () => Promise<void>) {
  await editor.page.emulateMedia({ colorScheme: 'dark' });
  try {
    await work();
  } finally {
    await editor.page.emulateMedia({ colorScheme: 'light' });
  }
}

/** Closes n8n's messages, which would cover the next button. */
async function closeMessages() {
  const closing = editor.page.locator('.el-notification__closeBtn');
  for (const button of await closing.all()) await button.click();
  await expect.poll(() => closing.count()).toBe(0);
}

/** Opens an example in the editor, with the credential chosen, as `npm start` imports it. */
async function openExample(id: string, change = (workflow: Workflow) => workflow) {
  const example = change((await readExamples()).find((one) => one.id === id)!);
  await importWorkflow(
    real.client,
    withCredential(example, 'n8n-nodes-videogen', 'videoGenApi', real.credential),
  );
  await editor.page.goto(`/workflow/${id}`);
  await onCanvas('Create Video').waitFor();
}

const onCanvas = (name: string) => editor.byId('canvas-node').filter({ hasText: name }).first();

describe('the demo', () => {
  it('runs from the Execute button and plays its video in the output', async () => {
    await openExample('vgTextToVideo001');
    const { page, byId } = editor;
    await byId('execute-workflow-button').first().click();
    await page.getByText('Workflow executed successfully').first().waitFor({ timeout });
    await closeMessages();
    await editor.shoot('demo');

    await onCanvas('Wait for Video').dblclick();
    await byId('output-panel').locator('[data-test-id="radio-button-binary"]').click();
    await byId('ndv-view-binary-data').first().click();
    const video = page.locator('video');
    await video.waitFor();
    const length = () => video.evaluate(({ duration }: Played) => duration);
    await expect.poll(length, { timeout }).toBeGreaterThan(4.5);
    await video.evaluate((played: Played) => (played.currentTime = 2));
    await editor.shoot('video');
  });
});

describe('a wait that sleeps', () => {
  const wait = 'Wait for Video';
  const id = 'vgSuspend0000001';

  beforeAll(async () => {
    await openExample(id, (example) => {
      const create = example.nodes.find(({ name }) => name === 'Create Video')!;
      create.parameters.prompt += ' sandbox:takes=60';
      return example;
    });
    await editor.byId('execute-workflow-button').first().click();
    await onCanvas(wait).and(editor.page.locator('.waiting')).waitFor({ timeout });
    await editor.shoot('asleep');
  });

  it('tells at its output what it waits for, and how far that is', async () => {
    const { page, byId } = editor;
    await onCanvas(wait).dblclick();
    const output = byId('output-panel');
    await output.getByText(sleepTooltip).waitFor();
    await output
      .getByText(/^Went to sleep at .* Task task_\w+: not looked at yet\. The next look is/)
      .waitFor();
    await editor.shoot('asleep-output');
    await page.keyboard.press('Escape');
  });

  it('is among the executions, as waiting', async () => {
    const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
    const { results } = await real.client.get<{ results: { id: string }[] }>(
      `/rest/executions?filter=${filter}`,
    );
    const path = `/workflow/${id}/executions/${results[0]!.id}`;
    const { page, shoot } = await editor.openAnother(path);
    await page
      .getByText(/^Waiting/)
      .first()
      .waitFor();
    await page.getByText('Create Video').first().waitFor();
    await shoot('asleep-execution');
    await page.close();
  });

  it('shows the video by itself when it is ready', async () => {
    const { page } = editor;
    await page.getByText('Workflow executed successfully').first().waitFor({ timeout });
    await closeMessages();
    await editor.shoot('asleep-done');
  });
});

describe('the form of a tool of the AI Agent', () => {
  beforeAll(async () => {
    await openExample('vgAiAgent0000001');
    await onCanvas('Create Video').dblclick();
    await editor.byId('node-parameters').waitFor();
  });

  it('shows the fields of the node, and leaves the prompt to the model', async () => {
    expect(await shownFields(editor)).toEqual(
      expect.arrayContaining(['toolDescription', 'mode', 'model', 'callback']),
    );
    await editor.page.getByText('Defined automatically by the').first().waitFor();
    await editor.shoot('ai-tool');
  });

  it('lets the model decide on another field at a click', async () => {
    await choose(editor, 'mode', 'Image to Video');
    await editor.byId('parameter-input-firstFrame').hover();
    const overridden = editor.page.getByText('Defined automatically by the');
    expect(await overridden.count()).toBe(1);
    await editor.byId('from-ai-override-button').first().click();
    await expect.poll(() => overridden.count()).toBe(2);
  });
});
