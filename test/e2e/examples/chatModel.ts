import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Message {
  role: string;
  content: unknown;
}

interface Tool {
  function: { name: string; parameters: { properties: Record<string, unknown> } };
}

/** A step of the stand-in: the tool to call and its only argument, or the last words. */
type Step = { tool: RegExp; argument: string } | { says: string };

export interface ChatModel {
  /** Base URL for a chat model's credential. */
  url: string;
  close(): void;
}

/**
 * A chat model that makes one video and says where it is, over the chat completions interface. The
 * tools, their fields and their answers are n8n's own; only the wish to call them is made up.
 *
 * @param next decides by the answers of the tools so far
 */
export async function startChatModel(next: (toolAnswers: string[]) => Step): Promise<ChatModel> {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as { messages: Message[]; tools: Tool[] };
    const answers = asked.messages.filter(({ role }) => role === 'tool');
    const step = next(answers.map(({ content }) => textOf(content)));
    const message = 'says' in step ? { content: step.says } : toolCall(asked.tools, step);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: `answer-${answers.length}`,
        object: 'chat.completion',
        created: 0,
        model: 'stand-in',
        choices: [
          {
            index: 0,
            finish_reason: 'says' in step ? 'stop' : 'tool_calls',
            message: { role: 'assistant', content: null, ...message },
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => void server.close(),
  };
}

const textOf = (content: unknown) =>
  typeof content === 'string' ? content : JSON.stringify(content);

function toolCall(tools: Tool[], step: { tool: RegExp; argument: string }) {
  const tool = tools.find(({ function: { name } }) => step.tool.test(name))!.function;
  const [field] = Object.keys(tool.parameters.properties);
  const arguments_ = JSON.stringify({ [field!]: step.argument });
  return {
    tool_calls: [
      { id: tool.name, type: 'function', function: { name: tool.name, arguments: arguments_ } },
    ],
  };
}
