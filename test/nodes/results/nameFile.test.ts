import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nameFile } from '../../../nodes/results/nameFile.ts';

const file: IBinaryData = { data: '', mimeType: 'video/mp4', fileName: 'task_1.mp4' };
const named = (fileName: unknown) => {
  const context = {
    getNodeParameter() {
      if (fileName instanceof Error) throw fileName;
      return { fileName };
    },
  } as unknown as IExecuteFunctions;
  return nameFile(context, file, 0).fileName;
};

describe('nameFile', () => {
  it.each([
    ['boat', 'boat.mp4'],
    ['boat.MP4', 'boat.MP4'],
    [7, '7.mp4'],
    ['../a/b:c', '_a_b_c.mp4'],
    ['', 'task_1.mp4'],
    [undefined, 'task_1.mp4'],
    [new Error('no such field'), 'task_1.mp4'],
  ])('makes of %j the name %j', (wanted, want) => {
    expect(named(wanted)).toBe(want);
  });
});
