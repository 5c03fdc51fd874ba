import assert from 'node:assert/strict';
import { bundleFile, compile, run, workspace, write } from '../context.js';

const config = {
  schemaFile: bundleFile,
  apiFile: './emptyApi.ts',
  apiImport: 'emptyApi',
  outputFile: './client.ts',
  exportName: 'api',
};

// The one import of the generated file, in the form that its toolkit has.
const emptyApi = `
interface Build { mutation<Answer, Given>(options: { query: (given: Given) => object }): (given: Given) => Answer; query: Build['mutation'] }
export const emptyApi = {
  injectEndpoints: <Endpoints>({ endpoints }: { endpoints: (build: Build) => Endpoints; overrideExisting: boolean }) => endpoints({} as Build),
};
`;

const consumer = `
import { api } from './client';
export const id: string = api.createVideo({ generationRequest: { model: 'videogen-2.0-text-to-video', prompt: 'x' } }).id;
export const results: string[] | undefined = api.getTask({ taskId: id }).results;
// @ts-expect-error the image is missing
void api.createVideo({ generationRequest: { model: 'videogen-2.0-image-to-video', prompt: 'x' } });
`;

export default {
  tool: '@rtk-query/codegen-openapi',
  proves: 'both endpoints with their types compile; a mode without its images is a compile error',
  async check() {
    const folder = await workspace('rtk-query');
    await write(folder, 'config.json', config);
    await write(folder, 'emptyApi.ts', emptyApi);
    const made = await run('rtk-query-codegen-openapi', ['config.json'], { cwd: folder });
    assert.equal(made.code, 0, made.output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file]), '');
  },
};
