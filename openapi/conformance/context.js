import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from 'video-generation-sandbox';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../..');
export const dist = join(root, 'openapi/dist');

const readJson = async (file) => JSON.parse(await readFile(join(dist, file), 'utf8'));
const forms = {
  document: await readJson('openapi.json'),
  dereferenced: await readJson('openapi.dereferenced.json'),
  old: await readJson('openapi.3.0.json'),
  swagger: await readJson('swagger.json'),
};

/** A fresh copy of a built form, since many tools write into what they are given. */
export const form = (name) => structuredClone(forms[name]);

export const createPath = '/v1/videos/generations';
const examples =
  form('dereferenced').paths[createPath].post.requestBody.content['application/json'];

/** The named examples of the create request, by name. */
export const requestExamples = Object.fromEntries(
  Object.entries(examples.examples).map(([name, { value }]) => [name, value]),
);

/** An empty folder outside of this tree for the time of `use`, so that nothing is found by chance. */
export async function inEmptyFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-conformance-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function write(folder, name, content) {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Runs a program to its end; its exit code is part of the answer, not an error. */
export function execute(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, output: stdout + stderr, stdout }),
    );
  });
}

/** Runs a program that must succeed, and returns what it printed. */
export async function run(program, args, options) {
  const { code, output } = await execute(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')}\n${output}`);
  return output;
}

export const redocly = (...args) => execute(join(root, 'node_modules/.bin/redocly'), args);

/** The snippets of the README in a language, as a reader would copy them. */
export async function readmeSnippets(language) {
  const readme = await readFile(join(root, 'openapi/README.md'), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...readme.matchAll(fence)].map(([, code]) => code);
}

/** The code samples of the document in a language, by operation. */
export const codeSamples = (language) =>
  Object.values(form('document').paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [
      operation.operationId,
      operation['x-codeSamples'].find(({ lang }) => lang === language).source,
    ]);

// Longer than redocly respect's mask for secrets, which would garble short keys.
export const key = 'conformance-key-0123456789abcdef';

/** The project's own stand-in for the service, instant, for the time of `use`. */
export async function withSandbox(use, options = {}) {
  const sandbox = await startSandbox({ keys: [key], renderer: 'instant', ...options });
  try {
    return await use(sandbox.url);
  } finally {
    await sandbox.close();
  }
}

/** Listens on a port of its own choice for the time of `use`; `answer` gets each request with its body. */
export async function withServer(answer, use) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { status = 200, body = {} } = await answer({ method: request.method, text });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A listener for one callback: `arrived` settles with its body. */
export async function withReceiver(use) {
  const { promise: arrived, resolve } = Promise.withResolvers();
  const answer = ({ text }) => {
    resolve(JSON.parse(text));
    return { status: 200 };
  };
  return withServer(answer, (url) => use(url, arrived));
}

/** A JSON request with the given key, or with none. */
export async function send(url, { key, body } = {}) {
  const headers = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  const method = body ? 'POST' : 'GET';
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Runs Prism's command on a port of its own choice for the time of `use`, and ends it. */
export async function withPrism(args, use) {
  const prism = spawn(join(here, 'node_modules/.bin/prism'), [...args, '--port', '0'], {
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  const ended = new Promise((resolve) => prism.once('exit', resolve));
  try {
    const url = await new Promise((resolve, reject) => {
      prism.once('exit', () => reject(new Error(`Prism ended:\n${output}`)));
      for (const stream of [prism.stdout, prism.stderr])
        stream.on('data', (text) => {
          output += text;
          const found = /Prism is listening on (http:\/\/\S+)/.exec(output);
          if (found) resolve(found[1]);
        });
    });
    return await use(url);
  } finally {
    prism.kill();
    await ended;
  }
}
