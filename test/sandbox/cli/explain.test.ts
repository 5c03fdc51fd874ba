import { expect, it } from 'vitest';
import { readCommandLine } from '../../../sandbox/src/cli/commandLine.ts';
import { explain } from '../../../sandbox/src/cli/explain.ts';
import { startSandbox } from '../../../sandbox/src/index.ts';
import { makeFolder, startTestSandbox } from '../startTestSandbox.ts';

/** What the command line says when it is started like this. */
async function failure(args: string[], port = 0): Promise<string | undefined> {
  try {
    const { options, host } = readCommandLine(['--renderer', 'instant', ...args]);
    const sandbox = await startSandbox(options, { port, host });
    await sandbox.close();
    return 'it started';
  } catch (error) {
    return explain(error, port, '127.0.0.1');
  }
}

it('says that a port is taken', async () => {
  const port = Number(new URL((await startTestSandbox()).url).port);
  expect(await failure(['--data', await makeFolder()], port)).toBe(
    `Port ${port} of 127.0.0.1 is taken. Name another with --port, or --port 0 for any.`,
  );
});

it.each([
  ['--port', 'x', /Expected --port to be a number, from 0 to 65535, got "x"/],
  ['--speed', '0', /Expected --speed to be a number, 1 or more, got "0"/],
  ['--error-shape', 'cube', /Expected --error-shape to be nested, detailed, flat, string, text/],
  ['--preset', 'private', /Expected --preset to be contract, public, got "private"/],
  ['--model-family', 'two words', /Expected --model-family to be a word such as videogen-2.0, got/],
  ['--extra-field', 'x', /Expected --extra-field to be name=value, got "x"/],
  ['--frobnicate', 'x', /Unknown option '--frobnicate'/],
  ['--key', ' ', /Expected --key to be a key, got an empty one/],
  ['--key', 'mine explode', /Expected a fault \(latency, .*got "explode"/],
])('refuses %s %s', async (option, value, message) => {
  expect(await failure([option, value])).toMatch(message);
});
