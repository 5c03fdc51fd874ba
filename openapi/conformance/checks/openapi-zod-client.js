import assert from 'node:assert/strict';
import { compile, badRequests, form, requestExamples, run, workspace, write } from '../context.js';

export default {
  tool: 'openapi-zod-client',
  proves: 'the zod schemas take every request example and refuse the wrong ones',
  async check() {
    const folder = await workspace('zod-client');
    const input = await write(folder, 'openapi.json', form());
    const options = [input, '-o', `${folder}/client.ts`, '--export-schemas'];
    const { code, output } = await run('openapi-zod-client', options);
    assert.equal(code, 0, output);
    assert.equal(await compile([`${folder}/client.ts`], ['--lib', 'es2022,dom']), '');

    const { schemas } = await import(`${folder}/client.ts`);
    const accepts = (value) => schemas.GenerationRequest.safeParse(value).success;
    for (const [name, value] of Object.entries(requestExamples))
      assert.equal(accepts(value), true, name);
    for (const [name, value] of Object.entries(badRequests))
      assert.equal(accepts(value), false, name);
    assert.equal(schemas.Task.safeParse({ status: 'a new state' }).success, true);
  },
};
