import { json } from 'node:stream/consumers';
import { listen } from '../../listen.ts';

/** A step of the stand-in: a tool is called with its only argument, or the last words, or it refuses. */
export type Step = { tool: string; argument: string } | { says: string } | { refuses: string };

interface Asked {
  messages: Array<{ role: string; content: unknown }>;
  tools: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

/**
 * A chat model, of chat completions, that calls a tool and says something at the end. The tool, its
 * field and its answers are n8n's own; only the wish to call it is made up.
 *
 * @param next decides by the answers of the tool so far
 * @returns the base URL for a chat model's credential
 */
export async function startChatModel(next: (toolAnswers: string[]) => Step) {
  const { url, close } = await listen(async (request, response) => {
    const { messages, tools } = (await json(request)) as Asked;
    const answers = messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
    const step = next(answers);
    response.setHeader('content-type', 'application/json');
    if ('refuses' in step) {
      response.statusCode = 400;
      return response.end(JSON.stringify({ error: { message: step.refuses } }));
    }
    const message = 'says' in step ? { content: step.says } : callOf(tools, step, answers.length);
    return response.end(
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
  return { url: `${url}/v1`, close };
}

function callOf(
  tools: Asked['tools'],
  { tool, argument }: { tool: string; argument: string },
  number: number,
) {
  const { name, parameters } = tools.find((one) => one.function.name === tool)!.function;
  const [field] = Object.keys(parameters.properties);
  const call = { name, arguments: JSON.stringify({ [field!]: argument }) };
  return { tool_calls: [{ id: `${name}-${number}`, type: 'function', function: call }] };
}
