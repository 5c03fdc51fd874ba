import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import {
  getTask,
  taskEnd,
  VideoGenerationError,
  wait,
  type Service,
} from 'video-generation-openapi/client';
import { type Task } from 'video-generation-openapi/types';
import { openOrders, type Order } from './orders.ts';
import { makeTools, type Answer } from './tools.ts';

/** Clients stop waiting for an answer after a minute: so long a wait takes, and its last read after it. */
const waitSeconds = 45;
const readTimeoutMs = 10_000;

const instructions =
  'Ordering a video costs money. Order with one of the create tools, keep the task_id of its answer, then call waitForVideo with it until ended is true. If an answer is lost, make the same call again: the same arguments are ordered once.';

interface Call {
  name: string;
  given: Record<string, unknown>;
  signal: AbortSignal;
  /** Tells the client that asked for it how the wait goes on. */
  tell(message: string): Promise<void>;
}

const result = (answer: Answer, isError = false) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
  structuredContent: answer,
  isError,
});

const stateOf = ({ status, progress }: Task) => `${status} ${progress ?? ''}`.trim();

const answerOf = (task: Task & { id: string }, message: string): Answer => ({
  task_id: task.id,
  status: task.status,
  created: 'yes',
  ended: taskEnd(task.status) !== undefined,
  ...(task.results?.[0] && { video_url: task.results[0], ended: true }),
  message,
});

/** An error as an answer: it names the task, if there is one. */
function failed(error: unknown, before = '') {
  if (!(error instanceof VideoGenerationError)) throw error;
  const { taskId, reason } = error;
  const ended = ['failed', 'rejected', 'cancelled', 'noVideo'].includes(reason);
  // Whoever asks for a task that nobody knows may have made up its ID.
  const created = reason === 'notFound' ? 'unknown' : error.created;
  const message = before + error.message;
  return result({ ...(taskId && { task_id: taskId }), created, ended, message }, true);
}

/**
 * A server of the Model Context Protocol that orders videos, waits for them and reads their tasks.
 *
 * @param family - what the identifiers of the service's models begin with
 */
export function makeServer(service: Service, family: string, version: string): McpServer {
  const tools = makeTools(family, waitSeconds);
  const validator = new AjvJsonSchemaValidator();
  const order = openOrders(service);
  const reader = { ...service, requestTimeoutMs: readTimeoutMs };

  async function createVideo({ given }: Call) {
    const { task, isRepeated } = order(given as Order);
    try {
      const message = isRepeated
        ? 'Nothing was ordered: this is the task of your earlier call with the same arguments. To pay for the same video once more, count copy up.'
        : 'Ordered. Call waitForVideo with this task_id.';
      return result(answerOf(await task, message));
    } catch (error) {
      return failed(error, isRepeated ? 'Nothing was sent again after your earlier call. ' : '');
    }
  }

  async function waitForVideo({ given, signal, tell }: Call) {
    let last: Task | undefined;
    try {
      const task = await wait(reader, given.task_id as string, {
        signal,
        timeoutMs: waitSeconds * 1000,
        onTask: (read) => tell(stateOf((last = read))),
      });
      return result(answerOf(task, 'The video is ready. Save it soon: the link may expire.'));
    } catch (error) {
      // A task that was never read may not exist, and one that has ended is not worth another wait.
      const isLong = error instanceof VideoGenerationError && error.reason === 'timedOut';
      if (!isLong || !last || taskEnd(last.status)) return failed(error);
      const message = `It is ${stateOf(last)}. Call waitForVideo again with this task_id, and don't order it again.`;
      return result(answerOf({ ...last, id: given.task_id as string }, message));
    }
  }

  async function readTask({ given, signal }: Call) {
    try {
      const task = await getTask(reader, given.task_id as string, { signal });
      const isOver = taskEnd(task.status) !== undefined;
      const message = isOver ? 'It has ended.' : 'It goes on. Call waitForVideo with this task_id.';
      return result({ ...answerOf(task, message), task });
    } catch (error) {
      return failed(error);
    }
  }

  const works: Record<string, (call: Call) => ReturnType<typeof createVideo>> = {
    waitForVideo,
    getTask: readTask,
  };
  const mcp = new McpServer(
    { name: 'video-generation', version },
    { capabilities: { tools: {} }, instructions },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  mcp.server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification }) => {
      const { name, _meta } = params;
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(`There is no tool ${name}.`);
      // Some models give null for what they leave out.
      const given = Object.fromEntries(
        Object.entries(params.arguments ?? {}).filter(([, value]) => value !== null),
      );
      const { valid, errorMessage } = validator.getValidator(tool.inputSchema)(given);
      if (!valid) {
        const message = `Nothing was sent. Correct the arguments: ${errorMessage}`;
        return result({ created: 'no', ended: true, message }, true);
      }
      let progress = 0;
      const tell = async (message: string) => {
        const progressToken = _meta?.progressToken;
        if (progressToken === undefined) return;
        progress += 1;
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, message },
        });
      };
      return (works[name] ?? createVideo)({ name, given, signal, tell });
    },
  );
  return mcp;
}
