import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from 'video-generation-openapi/constants';
import { type GenerationRequest, type Task } from 'video-generation-openapi/types';
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../sandbox/src/index.ts';

export const textRequest: GenerationRequest = {
  model: 'videogen-2.0-text-to-video',
  prompt: 'A paper boat drifts down a rain-filled street at dusk',
};

export interface AdminTask {
  id: string;
  callback?: {
    url: string;
    state: string;
    attempts: Array<{ attempt: number; kind: string; sentMs: number; outcome: string }>;
  };
}

/** Asks until there is an answer; the test's own time limit ends it. */
export const waitFor = <T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitUntil(ask as () => Promise<T>, { interval: 20, timeout: 120_000 }) as Promise<T>;

/** A sandbox on a free port that ends with the test, and a client of it. */
export async function startTestSandbox(options: SandboxOptions = {}) {
  const sandbox = await openSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** One sandbox for all tests of a file, which has forgotten the one before when a test begins. */
export function useTestSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox(options);
  });
  beforeEach(async () => void (await fetch(`${sandbox.url}/admin`, { method: 'DELETE' })));
  afterAll(() => sandbox.close());
  return () => sandbox;
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

async function openSandbox(options: SandboxOptions) {
  const sandbox = await startSandbox({ renderer: 'instant', ...options });
  const headers = {
    authorization: `Bearer ${sandbox.key}`,
    'content-type': 'application/json',
  };
  const createUrl = sandbox.url + operations.createVideo.path;
  const taskUrl = (id: string) => sandbox.url + operations.getTask.path.replace('{task_id}', id);
  const postCreate = (body: unknown, extraHeaders: Record<string, string> = {}) =>
    fetch(createUrl, {
      method: operations.createVideo.method,
      headers: { ...headers, ...extraHeaders },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const readTask = async (id: string) =>
    (await (await fetch(taskUrl(id), { headers })).json()) as Task & Record<string, unknown>;
  return {
    ...sandbox,
    headers,
    createUrl,
    taskUrl,
    postCreate,
    readTask,
    async create(body: GenerationRequest = textRequest): Promise<string> {
      const answer = (await (await postCreate(body)).json()) as { id: string };
      return answer.id;
    },
    health: async () => (await (await fetch(`${sandbox.url}/healthz`)).json()) as object,
    async listTasks(): Promise<AdminTask[]> {
      return (await (await fetch(`${sandbox.url}/admin/tasks`)).json()) as AdminTask[];
    },
    /** Polls until the task has a result. */
    finish: (id: string) =>
      waitFor(async () => {
        const task = await readTask(id);
        return task.status === 'pending' ? undefined : task;
      }),
  };
}

/** A folder that goes with the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
