import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sleepTooltip } from '../../../nodes/sleep/resumeWebhook.ts';
import { listExecutions } from '../../../lab/executions.ts';
import { importCredential, importWorkflow } from '../../../playground/index.ts';
import { importExample } from '../examples/rig.ts';
import { chain, staysAwake } from '../realN8n.ts';
import { real, tasksOf, useRealN8n } from '../waiting.ts';
import { closeMessages, openEditor, type Editor } from './browser.ts';
import { addNode, choose, fill, listedNodes, searchNodeList, shownFields } from './form.ts';

/** What is used of the browser's video element. */
interface Played {
  duration: number;
  currentTime: number;
  seeking: boolean;
  /** From 2 on, there is a picture for the current time. */
  readyState: number;
}

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

let editor: Editor;

useRealN8n();
beforeAll(async () => {
  editor = await openEditor(real);
});
afterAll(async () => await editor?.close());

describe('the node list', () => {
  it('finds the nodes alone by the name of the service', async () => {
    await searchNodeList(editor, 'video generation');
    await expect
      .poll(async () => (await listedNodes(editor)).toSorted(), { timeout })
      .toEqual(['Create Video', 'Video Finished', 'Wait for Video']);
    await editor.shoot('search');
  });
});

/** Takes a picture of a form that is longer than the screen. */
async function shootWhole(picture: string) {
  const size = editor.page.viewportSize()!;
  await editor.page.setViewportSize({ ...size, height: 1100 });
  await editor.shoot(picture);
  await editor.page.setViewportSize(size);
}

describe('the form of Create Video', () => {
  beforeAll(async () => await addNode(editor, 'video', 'Create Video', 'Create video from text'));

  const always = {
    before: ['operation', 'mode', 'model', 'prompt'],
    after: ['duration', 'aspectRatio', 'quality', 'download'],
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
    if (mode === 'Text to Video') await shootWhole('create-and-wait');
  });

  it('says what is wrong with a field, before anything is sent', async () => {
    await choose(editor, 'mode', 'Image to Video');
    await fill(editor, 'prompt', 'The picture comes alive');
    await fill(editor, 'firstFrame', 'holiday.png');
    await editor.byId('node-execute-button').click();
    const output = editor.byId('output-panel');
    await output.getByText('but it is "holiday.png".').first().waitFor();
    await output.getByText('Nothing was charged.').first().waitFor();
    await editor.byId('node-execute-button').getByText('Execute step').waitFor();
    await closeMessages(editor);
    await editor.shoot('invalid-field');
  });
});

describe('a run of Create Video that is refused', () => {
  it('says so in the service’s own words, and where to set the model family', async () => {
    await addNode(editor, 'video', 'Create Video', 'Create video from text');
    await fill(editor, 'prompt', 'A paper boat sandbox:model-unknown');
    await editor.byId('node-execute-button').click();
    const output = editor.byId('output-panel');
    await output.getByText('Specified model not found').first().waitFor();
    await output.getByText('Set Model Family').first().waitFor();
    await editor.byId('node-execute-button').getByText('Execute step').waitFor();
    await closeMessages(editor);
    await editor.shoot('model-refused');
  });
});

describe('the form of Wait for Video', () => {
  beforeAll(async () => {
    await addNode(editor, 'video', 'Wait for Video', 'Get status of video');
  });

  it('asks for no more than the task to see its status', async () => {
    expect(await shownFields(editor)).toEqual(['operation', 'taskId']);
    await editor.shoot('get-status');
  });
});

describe('the test of the credential', () => {
  // It would lie over the next page.
  afterEach(async () => {
    await editor.page.keyboard.press('Escape');
    await editor.byId('editCredential-modal').waitFor({ state: 'hidden' });
  });

  const test = async (name: string, apiKey: string) => {
    const data = { baseUrl: real.sandbox.url, apiKey };
    const { id } = await importCredential(real.client, { name, type: 'videoGenerationApi', data });
    // Within the app, n8n opens it or not, as the page before has come to rest or not.
    await editor.page.goto(`/home/credentials/${id}`);
    return editor.byId('editCredential-modal');
  };

  it('accepts the sandbox and its key', async () => {
    const modal = await test('Right', real.sandbox.apiKey);
    await modal.getByText('Connection tested successfully').waitFor();
    await editor.shoot('credential');
  });

  it('says that a key is refused, and not the key', async () => {
    const key = 'a-key-that-nobody-knows';
    const modal = await test('A wrong key', key);
    await modal.getByText('More details').click();
    await modal.getByText('The service refused the API key (HTTP 401)').waitFor();
    expect(await modal.innerText()).not.toContain(key);
    await editor.shoot('credential-refused');
  });
});

/** Opens an example in the editor, with the credential chosen, as `npm start` imports it. */
async function openExample(id: string) {
  await importExample(id);
  await editor.visit(`/workflow/${id}`);
  await onCanvas('Create Video').waitFor();
}

const ourNode = (type: string, parameters: object) => ({
  type: `n8n-nodes-video-generation.${type}`,
  credentials: { videoGenerationApi: real.credential },
  parameters,
});

/** The id of the execution of a workflow that began last. */
const latest = async (workflowId: string) => (await listExecutions(real.client, workflowId))[0]!.id;

const onCanvas = (name: string) => editor.byId('canvas-node').filter({ hasText: name }).first();

const asleep = (name: string) =>
  onCanvas(name).and(editor.page.locator('.waiting')).waitFor({ timeout });

describe('the demo', () => {
  it('runs from the Execute button and plays its video in the output', async () => {
    await openExample('vgTextToVideo001');
    const { page, byId } = editor;
    await byId('execute-workflow-button').first().click();
    await page.getByText('Workflow executed successfully').first().waitFor({ timeout });
    await closeMessages(editor);
    await editor.shoot('demo');

    await onCanvas('Create Video').dblclick();
    await byId('output-panel').locator('[data-test-id="radio-button-binary"]').click();
    await byId('ndv-view-binary-data').first().click();
    const video = page.locator('video');
    await video.waitFor();
    const length = () => video.evaluate(({ duration }: Played) => duration);
    await expect.poll(length, { timeout }).toBeGreaterThan(4.5);
    await video.evaluate((played: Played) => (played.currentTime = 2));
    const isShown = () =>
      video.evaluate(({ seeking, readyState }: Played) => !seeking && readyState >= 2);
    await expect.poll(isShown, { timeout }).toBe(true);
    await editor.shoot('video');
  });
});

describe.skipIf(staysAwake)('a wait that sleeps', () => {
  const wait = 'Wait for Video';
  async function execute(taskSeconds: number) {
    const id = `asleep-${taskSeconds}`;
    const prompt = `A paper boat sandbox:takes=${taskSeconds}`;
    await importWorkflow(
      real.client,
      chain(id, [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        { name: 'Create Video', ...ourNode('createVideo', { operation: 'create', prompt }) },
        { name: wait, ...ourNode('waitForVideo', {}) },
      ]),
    );
    await editor.visit(`/workflow/${id}`);
    await onCanvas(wait).waitFor();
    await editor.byId('execute-workflow-button').first().click();
  }

  // Longer than a slow machine takes for what is looked at meanwhile.
  beforeAll(async () => {
    await execute(900);
    await asleep(wait);
    await editor.shoot('asleep');
  });

  it('tells at its output what it waits for, and how far that is', async () => {
    const { page, byId } = editor;
    await onCanvas(wait).dblclick();
    const output = byId('output-panel');
    await output.getByText(sleepTooltip).waitFor();
    await output
      .getByText(/^Asleep since .* (Next check at|Checking again now).*task_\w+: \w+.*$/)
      .waitFor();
    await editor.shoot('asleep-output');
    await page.keyboard.press('Escape');
  });

  it('shows the video by itself when it is ready', async () => {
    await real.client.post(`/rest/executions/${await latest('asleep-900')}/stop`, {});
    await execute(20);
    // The message goes by itself.
    const message = editor.page.getByText('Workflow executed successfully').first();
    await Promise.all([asleep(wait), message.waitFor({ timeout })]);
    await closeMessages(editor);
    await editor.shoot('asleep-done');
  });
});

describe.skipIf(staysAwake)('Create and Wait that is stopped while it sleeps', () => {
  it('shows the task at its input, where it is opened among the executions', async () => {
    const id = 'stopped';
    const prompt = 'A boat that is stopped sandbox:takes=900';
    const create = { name: 'Create Video', ...ourNode('createVideo', { prompt }) };
    const nodes = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, create];
    await importWorkflow(real.client, chain(id, nodes));
    await editor.visit(`/workflow/${id}`);
    await editor.byId('execute-workflow-button').first().click();
    await asleep(create.name);
    const execution = await latest(id);
    await real.client.post(`/rest/executions/${execution}/stop`, {});
    const { page, shoot } = await editor.openAnother(`/workflow/${id}/executions/${execution}`);
    const onPage = page.locator('[data-test-id="canvas-node"]').filter({ hasText: create.name });
    await onPage.first().dblclick();
    const [task] = await tasksOf([prompt]);
    await page.locator('[data-test-id="ndv-input-panel"]').getByText(task!.id).waitFor();
    await shoot('stopped');
    await page.close();
  });
});

describe('the form of a tool of the AI Agent', () => {
  beforeAll(async () => {
    await openExample('vgAiAgent0000001');
    await onCanvas('Create Video').dblclick();
    await editor.byId('node-parameters').waitFor();
  });

  it('shows the fields of the node, and leaves the prompt to the model', async () => {
    await expect
      .poll(() => shownFields(editor))
      .toEqual(expect.arrayContaining(['toolDescription', 'mode', 'model', 'quality']));
    await editor.page.getByText('Defined automatically by the').first().waitFor();
    await editor.shoot('ai-tool');
  });
});
