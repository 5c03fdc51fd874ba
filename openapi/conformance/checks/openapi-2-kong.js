import assert from 'node:assert/strict';
import { generateFromString } from 'openapi-2-kong';
import { print } from '../context.js';

export default {
  tool: 'Kong, by openapi-2-kong (3.0 profile, printed)',
  proves: 'a gateway with both routes under plain names, and the server asked for behind them',
  async check() {
    const text = await print('https://video.example.net', '3.0');
    const { documents } = await generateFromString(text, 'kong-declarative-config', []);
    const [{ name, routes, protocol, host, port }] = documents[0].services;
    assert.deepEqual(
      [name, protocol, host, port],
      ['VideoGen_API', 'https', 'video.example.net', 443],
    );
    assert.deepEqual(
      routes.map((route) => [route.name, route.paths]),
      [
        ['VideoGen_API-createVideo', ['/v1/videos/generations$']],
        ['VideoGen_API-getTask', ['/v1/tasks/(?<task_id>[^\\/]+)$']],
      ],
    );
  },
};
