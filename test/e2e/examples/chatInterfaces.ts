import type { Step } from './chatModel.ts';

/** How a program asks a chat model for its next step. */
export interface Interface {
  /** What the tools have answered so far. */
  toolAnswers(asked: object): string[];
  /** The model's answer that asks for a step. */
  answer(asked: object, step: Step, number: number): object;
  /** The same answer as the one event of a stream, where the program asks for one. */
  streamed?(answer: object): object;
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}

interface Tool {
  name: string;
  parameters: Schema;
}

const textOf = (content: unknown) =>
  typeof content === 'string' ? content : JSON.stringify(content);

function toolCall(tools: Tool[], step: { tool: RegExp; argument: string }) {
  const { name, parameters } = tools.find((tool) => step.tool.test(tool.name))!;
  return { name, arguments: JSON.stringify(fillFirst(parameters, step.argument)) };
}

/** A human review puts the fields of its tool into a field of its own. */
function fillFirst({ properties = {} }: Schema, argument: string): unknown {
  const [[name, field]] = Object.entries(properties) as [[string, Schema]];
  return { [name]: field.properties ? fillFirst(field, argument) : argument };
}

interface CompletionsRequest {
  messages: Array<{ role: string; content: unknown }>;
  tools: Array<{ function: Tool }>;
}

/** Chat completions. */
export const completions: Interface = {
  toolAnswers: (asked) =>
    (asked as CompletionsRequest).messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  answer(asked, step, number) {
    const tools = (asked as CompletionsRequest).tools?.map((tool) => tool.function);
    const message =
      'says' in step
        ? { content: step.says }
        : { tool_calls: [callOf(toolCall(tools, step), number)] };
    return {
      id: `answer-${number}`,
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
    };
  },
};

interface Completion {
  choices: Array<{ message: { tool_calls?: object[] } }>;
}

completions.streamed = (answer) => ({
  ...answer,
  object: 'chat.completion.chunk',
  choices: (answer as Completion).choices.map(({ message, ...choice }) => ({
    ...choice,
    delta: {
      ...message,
      ...(message.tool_calls && {
        tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })),
      }),
    },
  })),
});

const callOf = (call: { name: string }, number: number) => ({
  id: `${call.name}-${number}`,
  type: 'function',
  function: call,
});

interface ResponsesRequest {
  input: Array<{ type?: string; output?: unknown }>;
  tools: Tool[];
}

/** Responses, which n8n's newest chat models ask. */
export const responses: Interface = {
  toolAnswers: (asked) =>
    (asked as ResponsesRequest).input
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  answer(asked, step, number) {
    const output =
      'says' in step
        ? {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: step.says, annotations: [] }],
          }
        : {
            type: 'function_call',
            call_id: `call-${number}`,
            ...toolCall((asked as ResponsesRequest).tools, step),
          };
    return {
      id: `answer-${number}`,
      object: 'response',
      created_at: 0,
      model: 'stand-in',
      status: 'completed',
      output: [{ id: `output-${number}`, status: 'completed', ...output }],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    };
  },
};
