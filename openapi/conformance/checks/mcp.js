import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createPath, form, requestExamples } from '../context.js';
import { send } from '../http.js';
import { key, withSandbox } from '../sandbox.js';

/** The create operation of a form of the document, as a tool for a model. */
function toolOf(document) {
  const { operationId, description, requestBody } = document.paths[createPath].post;
  const inputSchema = requestBody.content['application/json'].schema;
  return { name: operationId, description, inputSchema };
}

async function withClient(tool, baseUrl, use) {
  const server = new Server({ name: 'videogen', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { body } = await send(`${baseUrl}${createPath}`, { key, body: params.arguments });
    return { content: [{ type: 'text', text: JSON.stringify(body) }] };
  });
  const client = new Client({ name: 'conformance', version: '1' });
  const [left, right] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(left), client.connect(right)]);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

export default {
  tool: 'Model Context Protocol (flat profile)',
  proves:
    'createVideo is a tool that creates a task of the sandbox; a tool without `type: object` is refused',
  check: () =>
    withSandbox(async (baseUrl) => {
      await withClient(toolOf(form('flat')), baseUrl, async (client) => {
        const { tools } = await client.listTools();
        assert.equal(Object.keys(tools[0].inputSchema.properties).length, 9);
        const { content } = await client.callTool({
          name: 'createVideo',
          arguments: requestExamples.text,
        });
        assert.equal(JSON.parse(content[0].text).status, 'pending');
      });
      // The document's own request is a tool too, for its `oneOf` stands beside `type: object`.
      const whole = toolOf(form('dereferenced'));
      await withClient(whole, baseUrl, (client) => client.listTools());
      delete whole.inputSchema.type;
      await withClient(whole, baseUrl, (client) => assert.rejects(client.listTools()));
    }),
};
