import { describe, expect, it } from 'vitest';
import { nameFile } from '../../../nodes/results/giveOut.ts';

const named = (wanted: unknown, fileName = 'task_1.mp4') =>
  nameFile({ data: '', mimeType: 'video/mp4', fileName }, wanted).fileName;

describe('nameFile', () => {
  it.each([
    ['boat', 'boat.mp4'],
    ['boat.MP4', 'boat.MP4'],
    [7, '7.mp4'],
    ['../a/b:c', '_a_b_c.mp4'],
    ['a\\\\\n/b', 'a_b.mp4'],
    [' boat ', 'boat.mp4'],
    ['boat.night', 'boat.night.mp4'],
    ['', 'task_1.mp4'],
    [undefined, 'task_1.mp4'],
    [{ name: 'boat' }, 'task_1.mp4'],
    ['x'.repeat(200), `${'x'.repeat(100)}.mp4`],
  ])('makes of %j the name %j', (wanted, want) => {
    expect(named(wanted)).toBe(want);
  });

  it('adds the last ending that the file has, if any', () => {
    expect(named('boat', 'task.1.webm')).toBe('boat.webm');
    expect(nameFile({ data: '', mimeType: '' }, 'boat').fileName).toBe('boat');
  });
});
