import { beforeAll, describe, expect, it } from 'vitest';
import { closeMessages } from './browser.ts';
import {
  addNode,
  choose,
  fill,
  listedNodes,
  openNodeList,
  searchNodes,
  shownFields,
} from './form.ts';
import { importCredential } from '../../../playground/index.ts';
import { editor, real, useEditor } from './useEditor.ts';

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

useEditor();

describe('the node list', () => {
  it('finds the nodes alone by the name of the service', async () => {
    await openNodeList(editor);
    await searchNodes(editor, 'videogen');
    await expect
      .poll(async () => (await listedNodes(editor)).toSorted(), { timeout })
      .toEqual(['Create Video', 'Video Finished', 'Wait for Video']);
    await editor.shoot('search');
  });
});

describe('the form of Create Video', () => {
  beforeAll(async () => await addNode(editor, 'video', 'Create Video', 'Create a video from text'));

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
  });

  it('shows what a wait needs only where there is one', async () => {
    await choose(editor, 'mode', 'Text to Video');
    // The form is longer than the screen.
    const { page, shoot } = editor;
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 1100 });
    await shoot('create-and-wait');
    await page.setViewportSize(size);
    await choose(editor, 'operation', 'Create');
    await expect.poll(() => shownFields(editor)).not.toContain('download');
    await choose(editor, 'operation', 'Create and Wait');
    await expect.poll(() => shownFields(editor)).toContain('download');
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
      .getByText('Nothing was charged. Fix this, in the node or in your data. Then try again.')
      .first()
      .waitFor();
    await editor.byId('node-execute-button').getByText('Execute step').waitFor();
    await closeMessages(editor);
    await editor.shoot('invalid-field');
  });
});

describe('the form of Wait for Video', () => {
  beforeAll(async () => {
    await addNode(editor, 'video', 'Wait for Video', 'Get the status of a video now');
  });

  it('asks for no more than the task to see its status', async () => {
    expect(await shownFields(editor)).toEqual(['operation', 'taskId']);
    await editor.shoot('get-status');
  });
});

describe('the test of the credential', () => {
  const test = async (name: string, apiKey: string) => {
    const data = { baseUrl: real.sandbox.url, apiKey };
    const { id } = await importCredential(real.client, { name, type: 'videoGenApi', data });
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
