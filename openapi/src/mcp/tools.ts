import { requestField } from 'video-generation-openapi/constants';
import { tools as forms } from 'video-generation-openapi/tools';
import { withModelFamily } from '../modelFamily.ts';

/** What every answer has, also that of an error. */
export interface Answer {
  task_id?: string;
  /** In the service's own word. */
  status?: string;
  /** Whether there is a task that may be charged; order again only after `no`. */
  created: 'yes' | 'no' | 'unknown';
  ended: boolean;
  video_url?: string;
  message: string;
  [field: string]: unknown;
}

const outputSchema = {
  type: 'object' as const,
  properties: {
    task_id: { type: 'string', description: 'Keep it: it leads back to a video that is paid for.' },
    status: { type: 'string', description: 'The state of the task, in the word of the service.' },
    created: {
      enum: ['yes', 'no', 'unknown'],
      description: 'Whether there is a task that may be charged. Order again only after "no".',
    },
    ended: { type: 'boolean', description: 'Whether there is nothing more to wait for.' },
    video_url: { type: 'string', description: 'The finished video; the link may expire.' },
    message: { type: 'string', description: 'What happened, and what to do next.' },
  },
  required: ['created', 'ended', 'message'],
};

const copy = {
  type: 'integer',
  minimum: 1,
  description:
    'Which copy. The same arguments are one order: a repeated call orders nothing and is answered with the first task. To pay for the same video once more, count up from 1.',
};

/** A create call spends money, which cannot be taken back: hosts ask a person before such a call. */
const spends = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
const reads = { readOnlyHint: true };

/**
 * The tools of the server: one to order in each mode, one to wait and one to read.
 *
 * @param family - what the identifiers of the models begin with
 * @param waitSeconds - how long a wait takes at most
 */
export function makeTools(family: string, waitSeconds: number) {
  const text = withModelFamily(JSON.stringify(forms.inputSchema), family);
  const made = JSON.parse(text) as typeof forms.inputSchema;
  const read = made.find(({ name }) => name === 'getTask')!;
  const orders = made.filter((tool) => tool !== read);
  // A model cannot be called back.
  for (const { inputSchema } of orders) delete inputSchema.properties[requestField.callbackUrl];
  const task = read.inputSchema;
  return [
    ...orders.map((tool) => ({
      ...tool,
      description: `${tool.description} It costs money. Then call waitForVideo with the task_id.`,
      inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, copy } },
      annotations: { ...spends, openWorldHint: true },
      outputSchema,
    })),
    {
      name: 'waitForVideo',
      description: `Waits for the video of a task, for ${waitSeconds} seconds at most. While ended is false, call it again with the same task_id. Costs nothing.`,
      inputSchema: task,
      annotations: { ...reads, openWorldHint: true },
      outputSchema,
    },
    { ...read, annotations: { ...reads, openWorldHint: true }, outputSchema },
  ];
}
