import type { INodeProperties } from 'n8n-workflow';
import { toolDescription } from '../../n8n/toolFields';

export const toolFields: INodeProperties[] = [
  toolDescription(
    'Starts making one video, and answers at once with the id of its task. Every call costs money, so call it once per video, and only for a video that the person asked for. The video is not ready yet: pass the id to Wait for Video next. If the answer says that nothing was charged, correct what it names and call again. If it says that the video may have been charged, do not call again: tell the person.',
  ),
];
