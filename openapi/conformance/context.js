import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../..');
export const dist = join(root, 'openapi/dist');
export const bundleFile = join(dist, 'openapi.yaml');

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
const forms = {
  bundle: await readJson(join(dist, 'openapi.json')),
  dereferenced: await readJson(join(dist, 'openapi.dereferenced.json')),
  old: await readJson(join(dist, 'openapi.3.0.json')),
  flat: await readJson(join(dist, 'openapi.flat.json')),
  strict: await readJson(join(dist, 'openapi.strict.json')),
  postman: await readJson(join(dist, 'postman.json')),
};

/** A fresh copy of a built form, since many tools write into what they are given. */
export const form = (name = 'bundle') => structuredClone(forms[name]);

/** The document with an answer that lacks its required description: what a validator must refuse. */
export function brokenForm(name) {
  const document = form(name);
  delete document.paths['/v1/tasks/{task_id}'].get.responses['200'].description;
  return document;
}

export const createPath = '/v1/videos/generations';
export const createOperation = () => form('dereferenced').paths[createPath].post;

/** The named examples of the create request, by name. */
export const requestExamples = Object.fromEntries(
  Object.entries(createOperation().requestBody.content['application/json'].examples).map(
    ([name, { value }]) => [name, value],
  ),
);

/** Requests that the document refuses, by what is wrong with them. */
export const badRequests = {
  'a model that no mode has': { ...requestExamples.text, model: 'videogen-1.0-text-to-video' },
  'the image model without an image': {
    ...requestExamples.text,
    model: requestExamples.imageFirstFrame.model,
  },
  'no prompt': { model: requestExamples.text.model },
};

/** An empty folder of its own for a check, inside this one so that its packages resolve. */
export async function workspace(name) {
  const folder = join(here, '.out', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

export async function write(folder, name, content) {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const binaries = { root: join(root, 'node_modules/.bin'), own: join(here, 'node_modules/.bin') };

/** Runs a program to its end; its exit code is part of the answer, not an error. */
export function execute(program, args, { cwd = here, env = {} } = {}) {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 },
      (error, stdout, stderr) =>
        resolve({ code: error ? (error.code ?? 1) : 0, output: stdout + stderr, stdout }),
    );
  });
}

/** Runs a tool of this tree, or of the project's, to its end. */
export const run = (tool, args, { from = 'own', ...options } = {}) =>
  execute(from === 'machine' ? tool : join(binaries[from], tool), args, options);

/** Runs a shell command from the project's root, with the binaries of both trees on PATH. */
export const runShell = (command) =>
  execute('/bin/sh', ['-c', command], {
    cwd: root,
    env: { PATH: [...Object.values(binaries), process.env.PATH].join(':') },
  });

/** A profile with one server in it, as the published command prints it. */
export async function print(url, profile) {
  const command = join(dist, 'command/cli.js');
  const options = ['print', '--url', url, '--profile', profile];
  return (await execute(process.execPath, [command, ...options])).stdout;
}

/** The snippets of the README in a language, as a reader would copy them. */
export async function readmeSnippets(language) {
  const readme = await readFile(join(root, 'openapi/README.md'), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...readme.matchAll(fence)].map(([, code]) => code);
}

export const redocly = (...args) => run('redocly', args, { from: 'root', cwd: root });

/** Compiles TypeScript files strictly and returns what the compiler says, empty when nothing. */
export async function compile(files, options = []) {
  const common = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022'];
  const modern = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node'];
  const { output } = await run('tsc', [...common, ...modern, ...options, ...files]);
  return output.trim();
}
