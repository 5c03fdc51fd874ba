import assert from 'node:assert/strict';
import { N8NPropertiesBuilder } from '@devlikeapro/n8n-openapi-node';
import { form } from '../context.js';

const fieldsOf = (document) => new N8NPropertiesBuilder(document).build().map(({ name }) => name);

export default {
  tool: 'n8n-openapi-node (flat profile)',
  proves: 'the node that it makes has every field of a request, and the id of a task to read',
  async check() {
    const fields = fieldsOf(form('flat'));
    for (const name of ['model', 'prompt', 'image_urls', 'callback_url', 'task_id'])
      assert.ok(fields.includes(name), name);

    const atPath = form('flat');
    const item = atPath.paths['/v1/tasks/{task_id}'];
    item.parameters = item.get.parameters;
    delete item.get.parameters;
    assert.ok(!fieldsOf(atPath).includes('task_id'), 'it reads parameters of a path by now');
  },
};
