import { beforeAll, describe, expect, it } from 'vitest';
import { closeMessages } from './browser.ts';
import { addNode, choose, fill, listedNodes, searchNodeList, shownFields } from './form.ts';
import { importCredential } from '../../../playground/index.ts';
import { editor, real, useEditor } from './useEditor.ts';

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

useEditor();

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
  const test = async (name: string, apiKey: string) => {
    const data = { baseUrl: real.sandbox.url, apiKey };
    const { id } = await importCredential(real.client, { name, type: 'videoGenerationApi', data });
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
