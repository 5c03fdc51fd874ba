import type { INodeProperties } from 'n8n-workflow';
import { toolDescription } from '../../n8n/toolFields';

export const toolFields: INodeProperties[] = [
  toolDescription(
    'Waits until the video of a task is ready, and answers with its address in videoUrl. It costs nothing. Call it with the id that Create Video returned. If time runs out, the task goes on: call it again with the same id. Never create the video again for that.',
    { operation: ['wait'] },
  ),
  toolDescription(
    'Looks up how far the video of a task is, and answers at once with its status, with finished, and with its address in videoUrl once it is ready. It costs nothing. Call it with the id that Create Video returned. Never create the video again because it is not finished.',
    { operation: ['getStatus'] },
  ),
];
