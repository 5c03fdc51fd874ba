import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { N8nClient } from '../rest/client.ts';
import { downloadBinary, runWorkflow, untilEnded } from '../rest/executions.ts';
import type { Workflow } from '../rest/workflows.ts';
import { checkVideo, type VideoFacts } from './checkVideo.ts';
import { expectedVideo } from './expectedVideo.ts';
import { findVideo } from './findVideo.ts';

const EXECUTION_TIMEOUT_MS = 5 * 60_000;

export interface DemoResult {
  executionId: string;
  taskId: string;
  /** Path of the saved MP4. */
  video: string;
  /** From the start to the end of the execution, by n8n's own record. */
  seconds: number;
  facts: VideoFacts;
}

/**
 * Runs a workflow in n8n, saves the video that it made, and checks that it plays and is what was
 * asked for.
 *
 * @param videosFolder where the file is saved, named by its task
 * @throws StartError when n8n did not finish the execution or the video is not right
 */
export async function runDemo(
  client: N8nClient,
  workflow: Workflow,
  videosFolder: string,
): Promise<DemoResult> {
  const trigger = nodeOfType(workflow, 'manualTrigger');
  const executionId = await runWorkflow(client, workflow.id, trigger.name);
  const execution = await untilEnded(client, executionId, EXECUTION_TIMEOUT_MS);
  const { taskId, binary } = findVideo(execution);

  await mkdir(videosFolder, { recursive: true });
  const video = join(videosFolder, `${taskId.replaceAll(/[^\w.-]/g, '_')}.mp4`);
  const { body } = await downloadBinary(client, binary);
  await pipeline(Readable.fromWeb(body!), createWriteStream(video));
  const facts = await checkVideo(video, expectedVideo(nodeOfType(workflow, 'createVideo')));

  const milliseconds = Date.parse(execution.stoppedAt!) - Date.parse(execution.startedAt);
  return { executionId, taskId, video, seconds: milliseconds / 1000, facts };
}

/** The last one: a workflow that makes two videos ends with the second. */
function nodeOfType({ name, nodes }: Workflow, type: string) {
  const found = nodes.findLast((node) => node.type.endsWith(`.${type}`));
  if (!found) throw new Error(`Workflow "${name}" has no ${type} node.`);
  return found;
}
