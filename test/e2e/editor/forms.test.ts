import { beforeAll, describe, expect, it } from 'vitest';
import { closeMessages, inTheDark } from './browser.ts';
import {
  addNode,
  choose,
  fill,
  listedNodes,
  openNodeList,
  searchNodes,
  showActions,
  shownFields,
} from './form.ts';
import { editor, useEditor } from './useEditor.ts';

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

useEditor();

describe('the node list', () => {
  const nodes = ['Create Video', 'Wait for Video', 'Video Finished'];

  /** Searches anew: what an earlier search found has gone then. */
  async function search(words: string) {
    const ours = async () => (await listedNodes(editor)).filter((name) => nodes.includes(name));
    await searchNodes(editor, '');
    await expect.poll(ours, { timeout }).toEqual([]);
    await searchNodes(editor, words);
  }

  /** Polls what the list begins with. */
  const listed = (most: number, message?: string) =>
    expect.poll(async () => (await listedNodes(editor)).slice(0, most), {
      timeout,
      ...(message && { message }),
    });

  beforeAll(async () => await openNodeList(editor));

  it('finds the nodes by "video"', async () => {
    await search('video');
    await listed(Infinity).toEqual(expect.arrayContaining(nodes));
  });

  it('finds them alone by the name of the service', async () => {
    await search('videogen');
    await listed(Infinity).toHaveLength(3);
    await editor.shoot('search');
  });

  it('shows their icons in the dark, too', async () => {
    await inTheDark(editor, async () => {
      await openNodeList(editor);
      await search('videogen');
      await listed(Infinity).toHaveLength(3);
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
        ...['mp4', 'animation', 'tiktok', 'short'],
      ],
    ],
    ['Wait for Video', ['video status', 'status', 'download video', 'is my video ready']],
    ['Video Finished', ['when a video is ready', 'callback', 'video done']],
  ])('finds %s by what people look for: %j', async (node, searches) => {
    for (const words of searches) {
      await search(words);
      await listed(5, words).toContain(node);
    }
  });

  it.each(['ai video', 'clip'])('shows Create Video first for %j', async (words) => {
    await search(words);
    await listed(1, words).toEqual(['Create Video']);
  });
});

describe('the list of actions', () => {
  it.each([
    {
      node: 'Create Video',
      actions: [
        'Create a video and wait until it is ready',
        'Start a video and go on without waiting',
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

/** Keeps pictures of a form that is longer than the screen, in both themes. */
async function shootWhole(name: string) {
  const { page, shoot } = editor;
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 1100 });
  await shoot(name);
  await inTheDark(editor, async () => await shoot(`${name}-dark`));
  await page.setViewportSize(size);
}

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
    await inTheDark(editor, async () => await editor.shoot('mode-text-dark'));
    await shootWhole('create-and-wait');
    await choose(editor, 'operation', 'Create');
    await expect.poll(() => shownFields(editor)).not.toContain('download');
    await choose(editor, 'operation', 'Create and Wait');
    await expect.poll(() => shownFields(editor)).toContain('download');
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
    await inTheDark(editor, async () => await editor.shoot('get-status-dark'));
  });

  it('asks whether you want the file to wait', async () => {
    await choose(editor, 'operation', 'Wait');
    await expect.poll(() => shownFields(editor)).toEqual(['operation', 'taskId', 'download']);
  });
});
