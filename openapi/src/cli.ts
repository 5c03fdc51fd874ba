#!/usr/bin/env node
import manifest from 'video-generation-openapi/package.json' with { type: 'json' };
import { CommandLineError } from './addresses.ts';
import { NoAnswer } from './check/ask.ts';
import { helpText as checkHelp } from './check/commandLine.ts';
import { runCheck } from './check/runCheck.ts';
import { helpText as mcpHelp, runMcp } from './mcp/runMcp.ts';
import { helpText as printHelp, runPrint } from './print/runPrint.ts';

const helpText = `${checkHelp}
${printHelp}
${mcpHelp}
video-generation-openapi --version prints the version of the package, which is that of the document.
`;

async function run([command, ...args]: string[]): Promise<number> {
  if ([command, args[0]].includes('--version')) {
    process.stdout.write(`${manifest.version}\n`);
    return 0;
  }
  if (command === 'check') return runCheck(args);
  if (command === 'print') return runPrint(args);
  if (command === 'mcp') return runMcp(args);
  if (command === '--help') {
    process.stdout.write(helpText);
    return 0;
  }
  process.stderr.write(helpText);
  return 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof CommandLineError || error instanceof NoAnswer;
  process.stderr.write(
    `video-generation-openapi: ${isExpected ? error.message : (error as Error).stack}\n`,
  );
  process.exitCode = 2;
}
