import assert from 'node:assert/strict';
import stepci from '@stepci/plugin-openapi';
import { createPath, form } from '../context.js';

const options = { generatePathParams: true, generateRequestBody: true, useExampleValues: true };

export default {
  tool: 'Step CI (3.0 profile)',
  proves:
    'its workflow creates and reads a task at the first server, and no step is of no operation',
  async check() {
    const { config, tests } = await stepci.generateWorkflow(form('old'), options);
    assert.equal(config.http.baseURL, form().servers[0].url);
    const steps = Object.values(tests).flatMap((test) => test.steps);
    assert.deepEqual(
      steps.map(({ id, http }) => [id, http.method, http.url.split('{')[0]]),
      [
        ['createVideo', 'POST', createPath],
        ['getTask', 'GET', '/v1/tasks/task_01HZX3V8K4'],
      ],
    );
    assert.ok(steps[0].http.json.prompt);
  },
};
