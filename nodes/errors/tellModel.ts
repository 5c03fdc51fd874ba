import type { Failure } from './Failure';

/**
 * A failure in one text. A model that uses the node as a tool reads nothing else of it, and n8n
 * hands it an error's message alone.
 */
export const tellModel = (failure: Failure): string =>
  [failure.message, failure.description, nextStep(failure)]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');

/** What the model is to do now; what the person can do, the description says. */
function nextStep({ paid, taskId, reason }: Failure): string {
  // The limit stays what it is, however often it is asked.
  if (reason === 'tooManyVideos') return 'Don’t call this tool again: tell the person.';
  // A row that was never sent, and a wait, cost nothing.
  if (paid === 'no' || reason === 'invalidInput')
    return 'You may call this tool again once that is put right. If you can’t put it right, tell the person.';
  if (taskId === undefined)
    return 'Don’t call this tool again for this video, because it might be charged twice: tell the person.';
  if (reason === 'failed')
    return `Don’t make another video unless the person wants to pay for it: tell them, with the task ID ${taskId}.`;
  return `Don’t create this video again: call Wait for Video with the task ID ${taskId}, or tell the person this ID.`;
}
