import { importCredential, type Execution } from '../../../playground/index.ts';
import { createNode, line, real, runsOf, tasksOf, to } from '../waiting.ts';

/** Each scene is played so often; `MONEY_TIMES=3` plays it three times. */
export const times = Array.from({ length: Number(process.env.MONEY_TIMES ?? 1) }, (_, n) => n + 1);

/** Says what a scene came to, for whoever counts. */
export const tell = (scene: string, time: number, figures: object) =>
  console.log(`${scene}, time ${time}: ${JSON.stringify(figures)}`);

/** As many prompts as asked for; from one row on, with a fault of the sandbox. */
export const rowsOf = (name: string, count: number, fault = '', from = 1) =>
  Array.from({ length: count }, (_, n) =>
    [`${name} row ${n + 1}`, fault].slice(0, n + 1 < from || fault === '' ? 1 : 2).join(' '),
  );

/** How many videos the service has made for these prompts, and for how many of them several. */
export async function count(prompts: readonly string[]) {
  const tasks = await tasksOf(prompts);
  return { made: tasks.length, twice: tasks.length - new Set(tasks.map((t) => t.prompt)).size };
}

/** An account of its own: requests that hang in one scene hold up no other. */
export async function accountNode(apiKey: string, parameters: object = {}, settings: object = {}) {
  const credential = await importCredential(real.client, {
    name: apiKey,
    type: 'videoGenerationApi',
    data: { baseUrl: real.sandbox.url, apiKey },
  });
  return {
    ...createNode(parameters),
    credentials: { videoGenerationApi: credential },
    ...settings,
  };
}

export const goesOn = { onError: 'continueErrorOutput' };

/** A list of prompts -> Create Video -> After, or Failed for what has failed. */
export function tableOf(
  id: string,
  prompts: readonly string[],
  create: Awaited<ReturnType<typeof accountNode>>,
) {
  const made = line(id, prompts, [create]);
  const [, , , after] = made.nodes;
  made.nodes.push({ ...after!, id: `${id}-failed`, name: 'Failed' });
  made.connections[create.name] = { main: [to('After'), to('Failed')] };
  return made;
}

/** The items that a node was given, of all its runs. */
export const itemsAt = (execution: Execution, name: string) =>
  runsOf(execution, name).flatMap((run) => run.data!.main![0]!.map(({ json }) => json));

/** What is told of each row that has failed and went on. */
export const detailsAt = (execution: Execution) =>
  itemsAt(execution, 'Failed').map(({ details }) => details as { reason: string; paid: string });

interface ToldError {
  message: string;
  description: string;
  context: { rows: Array<{ row: number; paid: string; reason?: string; videoUrl?: string }> };
}
/** The error that a person sees of an execution that has failed. */
export const errorOf = ({ data }: Execution) =>
  data.resultData.error as unknown as ToldError | undefined;

/** The note that a person sees beside the output. */
export const noteOf = (execution: Execution) =>
  runsOf(execution, 'Create Video').at(-1)?.hints?.at(-1)?.message;
