import { withCredential, type N8nClient, type Workflow } from '../../../playground/index.ts';
import { hurry } from '../../../test/e2e/examples/hurry.ts';
import { importN8nApi } from '../../../test/e2e/examples/n8nApi.ts';

/** What the workflow remembers of an execution. */
export interface RecoveryRow {
  key: string;
  execution: string;
  root: string;
  workflow: string;
  state: string;
  tasks: string;
  reason: string;
}

/** What it remembers of a call of the service. */
export interface CallRow {
  task: string;
  label: string;
  state: string;
}

/** What its trigger needs as the label of a video, in a workflow that it looks after. */
export const labelOf = (order: string) =>
  `={{ $execution.id }}/{{ $itemIndex + 1 }}of{{ $input.all().length }}/${order}`;

/**
 * Sets the workflow up as its note says, with passes every few seconds.
 *
 * @param callSeconds - how long it waits for calls before it tells a person
 * @param passSeconds - between two passes
 * @returns the workflow, and the path of its trigger
 */
export async function setUpRecovery(
  client: N8nClient,
  example: Workflow,
  credential: { id: string; name: string },
  callSeconds: number,
  passSeconds = 10,
): Promise<{ workflow: Workflow; callbackPath: string }> {
  const made = withCredential(
    hurry(example, passSeconds, { 1: 2 }),
    'n8n-nodes-video-generation',
    'videoGenerationApi',
    credential,
  );
  const n8nApi = await importN8nApi(client);
  for (const node of made.nodes)
    if (node.parameters.nodeCredentialType === 'n8nApi') node.credentials = { n8nApi };
  const named = (name: string) => made.nodes.find((node) => node.name === name)!;
  const settings = named('Your n8n').parameters;
  settings.jsonOutput = JSON.stringify({
    ...(JSON.parse(String(settings.jsonOutput)) as object),
    api: `${client.url}/api/v1`,
    settleMinutes: 0.1,
    callMinutes: callSeconds / 60,
  });
  const { webhookId } = named('Video Finished Trigger');
  return { workflow: made, callbackPath: `/webhook/${String(webhookId)}/video-finished` };
}
