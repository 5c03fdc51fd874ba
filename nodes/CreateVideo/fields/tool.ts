import type { INodeProperties } from 'n8n-workflow';
import { toolDescription } from '../../n8n/toolFields';

const whatItCosts =
  'Every call costs money, so call it once per video, and only for a video that the person asked for.';

const whenItFails =
  'If the answer says that nothing was charged, correct what it names and call again. If it says that the video may have been charged, do not call again: tell the person.';

export const toolFields: INodeProperties[] = [
  toolDescription(
    `Starts making one video, and answers at once with the id of its task. ${whatItCosts} The video is not ready yet: pass the id to Wait for Video next. ${whenItFails}`,
    { operation: ['create'] },
  ),
  toolDescription(
    `Makes one video, waits until it is ready, which takes minutes, and answers with its address in videoUrl. ${whatItCosts} ${whenItFails} If time runs out, the task goes on: pass its id to Wait for Video.`,
    { operation: ['createAndWait'] },
  ),
];
