import { readFileSync } from 'node:fs';
import { startSandbox } from '../start.ts';
import { helpText, readCommandLine } from './commandLine.ts';
import { explain } from './explain.ts';
import { greeting } from './greeting.ts';
import { runCommand } from './runCommand.ts';

async function main(): Promise<void> {
  let port = 0;
  let host = '';
  try {
    const line = readCommandLine(process.argv.slice(2));
    ({ port, host } = line);
    if (line.help) return void process.stdout.write(helpText);
    if (line.version) {
      const file = new URL('../../package.json', import.meta.url);
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      return void process.stdout.write(`${version}\n`);
    }
    const sandbox = await startSandbox(line.options, line);
    if (line.command) {
      process.exitCode = await runCommand(sandbox, line.command).finally(sandbox.close);
      return;
    }
    process.stdout.write(greeting(sandbox, line.options));
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void sandbox.close());
  } catch (error) {
    const explained = explain(error, port, host);
    process.stderr.write(`video-generation-sandbox: ${explained ?? (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

await main();
