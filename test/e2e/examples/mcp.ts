import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/**
 * Connects to an MCP server over streamable HTTP.
 *
 * @param token - bearer token of the server; without one the request says nothing of a token
 */
export async function connectMcp(url: string, token?: string) {
  const client = new Client({ name: 'video-generation-test', version: '1.0.0' });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return {
    /** Names of the server's tools, with what a model reads of them. */
    async tools() {
      const { tools } = await client.listTools();
      // n8n promises no order.
      const sorted = tools.toSorted((one, other) => one.name.localeCompare(other.name));
      return sorted.map(({ name, description = '', inputSchema }) => ({
        name,
        description,
        fields: Object.keys(inputSchema.properties ?? {}),
      }));
    },
    /** Calls a tool, and gives all the text that it answers with. */
    async call(name: string, fields: Record<string, string>) {
      const { content } = await client.callTool({ name, arguments: fields });
      return (content as Array<{ text?: string }>).map(({ text = '' }) => text).join('\n');
    },
    close: async () => await client.close(),
  };
}
