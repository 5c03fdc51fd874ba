import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createPath, dist, redocly, requestExamples, workspace, write } from '../context.js';
import { send } from '../http.js';
import { key, withSandbox } from '../sandbox.js';

const server = 'https://videogen.example';
const headersOf = (headers) => [...headers].map(([name, value]) => ({ name, value }));

/** One exchange in the form of an HTTP archive. */
function entry(method, path, requestBody, response) {
  const headers = [
    { name: 'authorization', value: `Bearer ${key}` },
    { name: 'content-type', value: 'application/json' },
  ];
  const text = JSON.stringify(requestBody);
  const postData = requestBody && { mimeType: 'application/json', text };
  return {
    startedDateTime: '2026-01-01T00:00:00Z',
    request: { method, url: `${server}${path}`, headers, postData, queryString: [], cookies: [] },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      content: { mimeType: 'application/json', text: JSON.stringify(response.body) },
    },
  };
}

async function recordSandbox() {
  return withSandbox(async (url) => {
    const body = requestExamples.text;
    const created = await send(`${url}${createPath}`, { key, body });
    const path = `/v1/tasks/${created.body.id}`;
    const read = await send(`${url}${path}`, { key });
    return [entry('POST', createPath, body, created), entry('GET', path, undefined, read)];
  });
}

async function findings(name, entries) {
  const har = { log: { version: '1.2', creator: { name: 'conformance', version: '1' }, entries } };
  const file = await write(await workspace(`drift-${name}`), 'traffic.har', har);
  const api = join(dist, 'openapi.strict.yaml');
  const { stdout } = await redocly(
    ...['drift', file, '--api', api, '--server', server, '--format', 'json'],
    ...['--min-severity', 'error'],
  );
  return JSON.parse(stdout.slice(stdout.indexOf('{'))).problems;
}

export default {
  tool: 'redocly drift',
  proves: 'recorded sandbox traffic does not drift from the strict profile; a changed answer does',
  async check() {
    const honest = await recordSandbox();
    assert.deepEqual(await findings('honest', honest), []);

    const lying = structuredClone(honest);
    lying[1].response.content.text = JSON.stringify({ status: 'processing', results: 'none' });
    assert.notDeepEqual(await findings('lying', lying), []);
  },
};
