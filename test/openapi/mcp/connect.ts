import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import type { Service } from 'video-generation-openapi';
import { makeServer } from '../../../openapi/src/mcp/serve.ts';
import type { Answer } from '../../../openapi/src/mcp/tools.ts';

/** Connects the official client for the time of a test. */
async function connect(transport: Transport) {
  const client = new Client({ name: 'video-generation-test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions(),
    /** Calls a tool; the client checks the answer by the schema that the tool names. */
    async call(name: string, fields: object, options: RequestOptions = {}) {
      const called = await client.callTool({ name, arguments: { ...fields } }, undefined, options);
      const answer = called.structuredContent as Answer;
      return { ...answer, isError: called.isError === true, text: called.content };
    },
  };
}

/** Starts the published command as a client does, and connects to it. */
export const startServer = ({ baseUrl, apiKey }: Service) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['openapi/dist/command/cli.js', 'mcp', '--url', baseUrl],
      env: { VIDEO_SERVICE_KEY: apiKey },
    }),
  );

/** Connects to a server in this process. */
export async function openServer(service: Service) {
  const [client, server] = InMemoryTransport.createLinkedPair();
  await makeServer(service, 'videogen-2.0', '1.0.0').connect(server);
  return await connect(client);
}
