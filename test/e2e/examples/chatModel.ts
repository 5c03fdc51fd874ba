import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { completions, responses, type Interface } from './chatInterfaces.ts';

/** A step of the stand-in: the tool to call and its only argument, or the last words. */
export type Step = { tool: RegExp; argument: string } | { says: string };

export interface ChatModel {
  /** Base URL for a chat model's credential. */
  url: string;
  close(): void;
}

/**
 * A chat model that makes one video and says where it is. The tools, their fields and their answers
 * are n8n's own; only the wish to call them is made up.
 *
 * @param next decides by the answers of the tools so far
 */
export async function startChatModel(next: (toolAnswers: string[]) => Step): Promise<ChatModel> {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as object;
    // n8n's older chat models ask one of the two interfaces, its newer ones the other.
    const spoken: Interface = 'input' in asked ? responses : completions;
    const answers = spoken.toolAnswers(asked);
    const answer = spoken.answer(asked, next(answers), answers.length);
    // As the oldest agents want it.
    if ('stream' in asked && asked.stream === true && spoken.streamed !== undefined) {
      response.setHeader('content-type', 'text/event-stream');
      response.end(`data: ${JSON.stringify(spoken.streamed(answer))}\n\ndata: [DONE]\n\n`);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => void server.close(),
  };
}
