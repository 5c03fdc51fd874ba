import { describe, expect, it } from 'vitest';
import { giveOut } from '../../../nodes/results/giveOut.ts';
import type { RowOutcome } from '../../../nodes/results/rowOutcome.ts';

const videoUrl = 'https://f.test/a';
const json = { id: 'a', status: 'completed', videoUrl };
const failure = { message: 'm', step: 'd', reason: 'failed', paid: 'unknown' } as const;
const words = 'Check the service’s dashboard to see whether the video was charged. d';
const failed = { error: 'm', message: words, details: { reason: 'failed', paid: 'unknown' } };
const bare = { data: '', mimeType: 'video/mp4' };
const file = { ...bare, fileName: 'task_1.mp4' };

interface Node {
  row?: object;
  onError?: string;
  type?: string;
  keepInput?: boolean;
  /** What File Name comes to for a row. */
  fileName?: (name: string, row: number) => unknown;
}

/** What comes out for the second of two rows, behind two IDs of the first; it may be gone when it is paid. */
async function second(ending: object, node: Node = {}) {
  const { row, onError = 'continueRegularOutput', type = 'createVideo' } = node;
  const context = {
    continueOnFail: () => onError !== 'stopWorkflow',
    getInputData: () => [{ json: {} }, ...(row ? [{ json: row }] : [])],
    getNode: () => ({ type, onError }),
    getNodeParameter: node.fileName ?? (() => ''),
  };
  const { shown, ...came } = ending as { shown?: object };
  const outcomes: RowOutcome[] = [
    { item: { itemIndex: 0 }, json },
    { item: { itemIndex: 0 }, json },
    { item: { itemIndex: 1, ...(shown && { shown: { ...shown } }) }, ...came },
  ];
  const { keepInput = true } = node;
  const given = await giveOut(context as never, outcomes, { keepInput });
  expect(given.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1].map((item) => ({ item })));
  return given[2]!;
}

describe('giveOut', () => {
  it('loses no field of a row whose names are taken, and takes none for a failure, or for spent', async () => {
    const told = { videoUrl, customer: 'Ada' };
    const taken = { id: 7, inputId: 'task_0', error: 'x', $error: 1, status: 'new', paid: 'yes' };
    const row = { ...told, ...taken };
    expect(await second({ json }, { row })).toEqual({
      json: {
        ...{ inputInputId: 7, inputId: 'task_0', inputStatus: 'new' },
        ...{ inputError: 'x', input$error: 1, inputPaid: 'yes', ...told, ...json },
      },
      pairedItem: { item: 1 },
    });
    expect((await second({ json }, { row, keepInput: false })).json).toEqual(json);
    expect((await second({ json })).json).toEqual(json);
  });

  const row = { customer: 'Ada' };
  it.each<[object, Node]>([
    // A sum of `paid` counts it among the results.
    [{ ...row, ...failed, paid: 'unknown' }, {}],
    // n8n puts the fields there by itself.
    [failed, { onError: 'continueErrorOutput' }],
    [{ ...failed, paid: 'unknown' }, { keepInput: false }],
    [{ details: failed.details, error: expect.stringContaining(`m. ${words}`) }, { type: 'xTool' }],
  ])('gives a failure out as %j with %j', async (want, node) => {
    expect((await second({ failure }, { row, ...node })).json).toEqual(want);
  });

  it('gives out what is only shown as it is', async () => {
    const shown = { id: 7, error: 'x' };
    expect((await second({ shown }, { row })).json).toEqual(shown);
  });

  it.each<[unknown, string, fileName?: string]>([
    ['boat', 'boat.mp4'],
    ['boat.MP4', 'boat.MP4'],
    [7, '7.mp4'],
    [' ../a/b:c', '_a_b_c.mp4'],
    ['a\\\\\n/b', 'a_b.mp4'],
    ['boat.night', 'boat.night.mp4'],
    ['', 'task_1.mp4'],
    [{ name: 'boat' }, 'task_1.mp4'],
    ['x'.repeat(200), `${'x'.repeat(100)}.mp4`],
    ['boat', 'boat.webm', 'task.1.webm'],
  ])('gives a file that shall be called %j the name %j', async (wanted, want, fileName) => {
    const ending = { json, file: { ...file, fileName: fileName ?? file.fileName } };
    const { binary } = await second(ending, { fileName: () => wanted });
    expect(binary).toEqual({ data: { ...file, fileName: want } });
  });

  const cannot = () => {
    throw new Error('no such field');
  };
  it.each<[string, stored: object, name: NonNullable<Node['fileName']>, want: object]>([
    ['is named for its own row', file, (_, at) => `row ${at}`, { ...file, fileName: 'row 1.mp4' }],
    ['keeps its name where the wanted one can’t be read', file, cannot, file],
    ['without a name takes the wanted one', bare, () => 'boat', { ...bare, fileName: 'boat' }],
  ])('a file %s', async (_, stored, fileName, want) => {
    expect((await second({ json, file: stored }, { fileName })).binary).toEqual({ data: want });
  });
});
