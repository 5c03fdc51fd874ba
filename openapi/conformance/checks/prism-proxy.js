import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createPath, dist, requestExamples } from '../context.js';
import { send, withServer } from '../http.js';
import { withPrism } from '../prism.js';
import { key, withSandbox } from '../sandbox.js';

const strict = join(dist, 'openapi.strict.yaml');
const guard = (upstream, use) => withPrism(['proxy', strict, upstream, '--errors'], use);

const lies = {
  'a task without a status': { id: 'task_1' },
  'a status that the service does not name': { status: 'processing' },
  'a completed task without its video': { status: 'completed' },
  'results that are no list': { status: 'completed', results: 'https://a.example/a.mp4' },
  'progress in words': { status: 'pending', progress: 'half' },
};

export default {
  tool: 'Prism proxy --errors',
  proves: 'the sandbox passes in front of the strict profile; five lying servers are caught',
  async check() {
    await withSandbox((upstream) =>
      guard(upstream, async (url) => {
        const created = await send(`${url}${createPath}`, { key, body: requestExamples.text });
        assert.equal(created.status, 200, JSON.stringify(created.body));
        const read = await send(`${url}/v1/tasks/${created.body.id}`, { key });
        assert.equal(read.status, 200, JSON.stringify(read.body));
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
  },
};
