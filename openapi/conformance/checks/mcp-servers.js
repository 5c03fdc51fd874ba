import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bundleFile, here, requestExamples, run, workspace } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const server = join(here, 'node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js');

export default {
  tool: 'openapi-mcp-server, openapi-mcp-generator',
  proves: 'the first offers the document as tools and creates a task; the second writes both tools',
  check: () =>
    withSandbox(async (url) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [
          ...[server, '--api-base-url', url, '--openapi-spec', bundleFile],
          ...['--headers', `Authorization:Bearer ${key}`, '--tools', 'all'],
        ],
        stderr: 'ignore',
      });
      const client = new Client({ name: 'conformance', version: '1' });
      await client.connect(transport);
      try {
        const { tools } = await client.listTools();
        assert.equal(tools.length, 2, JSON.stringify(tools.map(({ name }) => name)));
        // It shortens the words of a name.
        const create = tools.find(({ name }) => /video/.test(name));
        assert.ok(create, JSON.stringify(tools.map(({ name }) => name)));
        const { content } = await client.callTool({
          name: create.name,
          arguments: requestExamples.text,
        });
        assert.match(content[0].text, /pending/);
      } finally {
        await client.close();
      }
      const folder = await workspace('openapi-mcp-generator');
      const options = ['--input', bundleFile, '--output', folder, '--force'];
      const made = await run('openapi-mcp-generator', options);
      assert.equal(made.code, 0, made.output);
    }),
};
