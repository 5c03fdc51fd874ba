import assert from 'node:assert/strict';
import { form, run, workspace, write } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

/** Adds to every request of the collection what Postman users write in its Tests tab. */
function withTests(item, operations = []) {
  if (item.request) {
    operations.push(item.name);
    const exec = [
      `pm.test('${item.name} is answered with a task', () => {`,
      '  pm.response.to.have.status(200);',
      "  pm.expect(pm.response.json().status).to.be.a('string');",
      '  if (pm.response.json().id) pm.collectionVariables.set("task_id", pm.response.json().id);',
      '});',
    ];
    item.event = [{ listen: 'test', script: { exec } }];
    const variable = item.request.url.variable?.find(({ key: name }) => name === 'task_id');
    if (variable) variable.value = '{{task_id}}';
  }
  for (const inner of item.item ?? []) withTests(inner, operations);
  return operations;
}

async function newman(collection, url, given) {
  const folder = await workspace('newman');
  const file = await write(folder, 'collection.json', collection);
  const variables = [`baseUrl=${url}`, `bearerToken=${given}`];
  return run('newman', [
    'run',
    file,
    ...variables.flatMap((pair) => ['--env-var', pair]),
    '--bail',
  ]);
}

export default {
  tool: 'Postman collection (newman)',
  proves: 'both requests of the built collection pass on the sandbox; a wrong key fails them',
  check: () =>
    withSandbox(async (url) => {
      const collection = form('postman');
      // Its own variables win over the environment's.
      collection.variable = [];
      assert.deepEqual(withTests(collection), ['Create a video', 'Read a task']);
      const right = await newman(collection, url, key);
      assert.equal(right.code, 0, right.output);
      const wrong = await newman(collection, url, 'wrong-key');
      assert.equal(wrong.code, 1, wrong.output);
    }),
};
