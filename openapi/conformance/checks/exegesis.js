import assert from 'node:assert/strict';
import exegesis from 'exegesis';
import { badRequests, createPath, form, requestExamples } from '../context.js';
import { send, withMiddleware } from '../http.js';

const controllers = {
  service: {
    createVideo: () => ({ id: 'task_1', status: 'pending' }),
    getTask: ({ params }) => ({ id: params.path.task_id, status: 'a new state' }),
  },
};
const authenticators = {
  bearerAuth: ({ req }) =>
    req.headers.authorization ? { type: 'success', user: 'u' } : { type: 'missing', status: 401 },
};

const compile = (document) =>
  exegesis.compileApi(
    { ...document, 'x-exegesis-controller': 'service' },
    { controllers, authenticators, customFormats: { uri: (text) => URL.canParse(text) } },
  );

export default {
  tool: 'Exegesis (3.0 profile)',
  proves: 'routes by the servers; 401 without a key, 400 for wrong requests',
  async check() {
    await withMiddleware(await compile(form('old')), async (url) => {
      const create = (body, key = 'k') => send(`${url}${createPath}`, { key, body });
      assert.equal((await create(requestExamples.text, null)).status, 401);
      for (const [name, body] of Object.entries(requestExamples))
        assert.deepEqual([name, (await create(body)).status], [name, 200]);
      assert.equal((await create(badRequests['no prompt'])).status, 400);
      const read = await send(`${url}/v1/tasks/task_1`, { key: 'k' });
      assert.deepEqual(read.body, { id: 'task_1', status: 'a new state' });
    });
    const vague = { ...form('old'), servers: [{ url: '{baseUrl}' }] };
    await assert.rejects(compile(vague), /server URL/);
  },
};
