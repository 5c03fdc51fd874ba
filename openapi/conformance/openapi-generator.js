import { join } from 'node:path';
import { dist, execute, here, workspace } from './context.js';
import { key, withSandbox } from './sandbox.js';

const jar = join(
  here,
  'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
);

/** A machine without a tool that comes from Debian, not from npm; the run tells and goes on. */
export class Missing extends Error {}

/** Runs a program of the machine to its end and returns its output; a fault carries all it said. */
export async function runProgram(program, args, options) {
  const { code, output } = await execute(program, args, options);
  if (code === 'ENOENT') throw new Missing(`${program} is not installed`);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')}\n${output}`);
  return output;
}

/** Lets go find the packages that Debian has, and no others. */
export const goEnvironment = () => ({
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOFLAGS: '',
});

/**
 * Makes a client of the 3.0 profile.
 *
 * @param language - name of the generator
 * @param properties - options of that generator, each as name=value
 * @returns the folder of the client
 */
export async function generateClient(language, properties = []) {
  const folder = await workspace(`openapi-generator-${language}`);
  const options = properties.flatMap((property) => ['-p', property]);
  await runProgram('java', [
    ...['-jar', jar, 'generate', '-g', language, '-o', folder],
    ...['-i', join(dist, 'openapi.3.0.yaml'), ...options],
  ]);
  return folder;
}

/** Runs a snippet of the README that creates a task of the sandbox and reads it to its end. */
export async function createsAndWaits(program, args, { env }) {
  await withSandbox(async (url) => {
    const server = { VIDEOGEN_URL: url, VIDEOGEN_KEY: key };
    const output = await runProgram(program, args, { env: { ...env, ...server } });
    if (!/^completed \[?http/m.test(output)) throw new Error(`Expected a video, got ${output}`);
  });
}

/** Runs a program that creates a task of the sandbox, reads it, and prints its state; checks that it did. */
export async function createsAndReads(program, args, options) {
  await withSandbox(async (url) => {
    const output = await runProgram(program, [...args, url, key], options);
    if (!/^task_\w+ pending (pending|completed)$/m.test(output))
      throw new Error(`Expected a task that was created and read, got ${output}`);
  });
}
