import manifest from 'video-generation-openapi/package.json' with { type: 'json' };
import { CommandLineError, readBaseUrl } from '../addresses.ts';
import { familyOption, readModelFamily } from '../modelFamily.ts';
import { helpOption, keyOption, readKey, readOptions, renderOptions } from '../options.ts';

const urlVariable = 'VIDEO_SERVICE_URL';
const sdk = '@modelcontextprotocol/sdk';

const table = {
  url: { type: 'string', help: `Base URL of the service, or in the variable ${urlVariable}` },
  key: keyOption,
  'model-family': familyOption,
  help: helpOption,
} as const;

export const helpText = `video-generation-openapi mcp --url <base URL> [options]

A server of the Model Context Protocol on standard input and output: an agent orders a video, waits
for it and reads its task. It needs ${sdk}, which is not installed with this package.

${renderOptions(table)}
`;

/** @throws CommandLineError when the SDK is not there */
async function loadSdk() {
  try {
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { makeServer } = await import('./serve.ts');
    return { StdioServerTransport, makeServer };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandLineError(
      `The MCP server needs ${sdk}. Install it beside this package (npm install ${sdk}), or run both:\nnpx --package video-generation-openapi --package ${sdk} video-generation-openapi mcp`,
    );
  }
}

/**
 * The command `mcp`. The process then lives as long as its standard input is open.
 *
 * @param args - what stands after it
 * @returns the exit code
 * @throws CommandLineError
 */
export async function runMcp(args: string[]): Promise<number> {
  const options = readOptions(args, table);
  if (options.help) {
    process.stdout.write(helpText);
    return 0;
  }
  const service = {
    baseUrl: readBaseUrl(options.url ?? process.env[urlVariable]),
    apiKey: readKey(options.key),
  };
  const family = readModelFamily(options['model-family']);
  const { StdioServerTransport, makeServer } = await loadSdk();
  await makeServer(service, family, manifest.version).connect(new StdioServerTransport());
  return 0;
}
