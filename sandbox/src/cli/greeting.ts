import { modelFamily, modes, operations, requestField } from 'video-generation-openapi/constants';
import { type SandboxOptions } from '../options.ts';
import { type Sandbox } from '../start.ts';

/** What the start prints: where the sandbox is, its key, and a first task to copy and paste. */
export function greeting(
  { url, key, renderer }: Sandbox,
  { dataFolder, modelFamilies: [family = modelFamily] = [] }: SandboxOptions,
): string {
  const body = JSON.stringify({
    [requestField.model]: family + modes.textToVideo.suffixes.standard,
    [requestField.prompt]: 'A paper boat drifts down a rain-filled street at dusk',
  });
  const taskPath = operations.getTask.path.replace(/\{\w+\}/, 'TASK_ID');
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  return `
The sandbox listens at ${url} (open it in a browser to see the tasks)
API key: ${key}
Data folder: ${dataFolder}
Videos by: ${renderer}

Create a task:
  curl ${url}${operations.createVideo.path} ${authorization} -H 'Content-Type: application/json' -d '${body}'
Read it, with the id from the answer:
  curl ${url}${taskPath} ${authorization}
`;
}
