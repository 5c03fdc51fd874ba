import { describe, expect, it } from 'vitest';
import { findVideo } from '../../../playground/demo/findVideo.ts';
import type { Execution } from '../../../playground/rest/executions.ts';

const execution = (status: string, resultData: object): Execution => ({
  id: '7',
  status,
  startedAt: '',
  stoppedAt: '',
  data: { resultData } as Execution['data'],
});
const binary = { id: 'filesystem-v2:file', mimeType: 'video/mp4', data: 'filesystem-v2' };
const output = (items: object[]) => ({
  lastNodeExecuted: 'Wait for Video',
  runData: { 'Wait for Video': [{ data: { main: [items] } }] },
});

describe('findVideo', () => {
  it('finds the file and the id of its task', () => {
    const items = [{ json: { id: 'task_1' }, binary: { video: binary } }];
    expect(findVideo(execution('success', output(items)))).toEqual({ taskId: 'task_1', binary });
  });

  it('says what n8n said of an execution that did not finish', () => {
    const error = { message: 'The service refused the key.', description: 'Check the credential.' };
    expect(() => findVideo(execution('error', { ...output([]), error }))).toThrow(
      'Execution 7 ended as "error" in Wait for Video: The service refused the key. Check the credential.',
    );
  });

  it('does not take an item without a file for a video', () => {
    expect(() => findVideo(execution('success', output([{ json: { id: 'task_1' } }])))).toThrow(
      'Execution 7 finished, but Wait for Video gave no video file.',
    );
  });
});
