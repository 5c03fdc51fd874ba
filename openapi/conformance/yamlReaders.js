import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, requestExamples } from './context.js';
import { runProgram } from './openapi-generator.js';
import { key, withSandbox } from './sandbox.js';

const files = ['openapi.yaml', 'openapi.strict.yaml', 'openapi.flat.yaml', 'openapi.3.0.yaml'];

/**
 * Runs a program that reads a YAML form, sends each example of the create request, and prints for
 * each its name, the status of the answer, and the aspect ratio that it has read.
 */
export async function sendsEveryExample(program, args, options) {
  const expected = Object.entries(requestExamples)
    .map(([name, { aspect_ratio: ratio = '-' }]) => `${name} 200 ${ratio}`)
    .sort();
  await withSandbox(async (url) => {
    const paths = files.map((file) => join(dist, file));
    const output = await runProgram(program, [...args, url, key, ...paths], options);
    const lines = output.trim().split('\n').sort();
    assert.deepEqual(lines, files.flatMap(() => expected).sort());
  });
}
