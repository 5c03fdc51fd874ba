#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { helpText, readCommandLine } from './cli/commandLine.ts';
import { explain } from './cli/explain.ts';
import { greeting } from './cli/greeting.ts';
import { startSandbox } from './start.ts';

async function run(): Promise<void> {
  let port = 0;
  let host = '';
  try {
    const line = readCommandLine(process.argv.slice(2));
    ({ port, host } = line);
    if (line.help) return void process.stdout.write(helpText);
    if (line.version) {
      const file = new URL('../package.json', import.meta.url);
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      return void process.stdout.write(`${version}\n`);
    }
    const sandbox = await startSandbox(line.options, line);
    process.stdout.write(greeting(sandbox, line.options.dataFolder));
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void sandbox.close());
  } catch (error) {
    const explained = explain(error, port, host);
    process.stderr.write(`videogen-sandbox: ${explained ?? (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

await run();
