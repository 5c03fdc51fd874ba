import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createPath, dist, key, requestExamples, send } from '../context.js';
import { withPrism, withReceiver, withSandbox, withServer } from '../context.js';

const { text, imageFirstFrame } = requestExamples;

const badRequests = {
  'a model that no mode has': { ...text, model: 'videogen-1.0-text-to-video' },
  'the image model without an image': { ...text, model: imageFirstFrame.model },
  'no prompt': { model: text.model },
};

const lies = {
  'a task without a status': { id: 'task_1' },
  'a status that the service does not name': { status: 'processing' },
  'a completed task without its video': { status: 'completed' },
  'a completed task with null for its videos': { status: 'completed', results: null },
  'results that are no list': { status: 'completed', results: 'https://a.example/a.mp4' },
  'progress in words': { status: 'pending', progress: 'half' },
};

const guard = (upstream, use) =>
  withPrism(['proxy', join(dist, 'openapi.strict.yaml'), upstream, '--errors'], use);

async function checkMock(url) {
  const create = (body, given = key) => send(`${url}${createPath}`, { key: given, body });
  assert.equal((await create(text, null)).status, 401);
  for (const [name, body] of Object.entries(requestExamples))
    if (!body.callback_url) assert.deepEqual([name, (await create(body)).status], [name, 200]);
  for (const [name, body] of Object.entries(badRequests))
    assert.deepEqual([name, (await create(body)).status], [name, 422]);
  await withReceiver(async (callback_url, arrived) => {
    await create({ ...text, callback_url });
    // It posts any one of the examples.
    assert.ok(['completed', 'failed'].includes((await arrived).status));
  });
}

export const proves =
  'as a mock: 401, 422, examples, callback; as a guard: the sandbox passes, six lies are caught';

export async function check() {
  await withPrism(['mock', join(dist, 'openapi.yaml')], checkMock);
  await withSandbox((upstream) =>
    guard(upstream, async (url) => {
      const created = await send(`${url}${createPath}`, { key, body: text });
      const read = await send(`${url}/v1/tasks/${created.body.id}`, { key });
      assert.deepEqual([created.status, read.status], [200, 200]);
    }),
  );
  let lie;
  await withServer(
    () => ({ body: lie }),
    (upstream) =>
      guard(upstream, async (url) => {
        for (const [name, body] of Object.entries(lies)) {
          lie = body;
          const { status, body: said } = await send(`${url}/v1/tasks/task_1`, { key });
          assert.deepEqual([name, status], [name, 500]);
          assert.match(said.type, /VIOLATIONS/);
        }
      }),
  );
}
