import { startSandbox } from '../../../sandbox/src/index.ts';
import { createGate, type Gate } from './gate.ts';

/** A task that the service took. */
export interface TakenTask {
  id: string;
  prompt: string;
  callback?: { state: string; attempts: unknown[] };
}

/** The service, whose tasks finish when the test says so. */
export interface Service extends Gate {
  url: string;
  key: string;
  listTasks(): Promise<TakenTask[]>;
  close(): Promise<void>;
}

const mostTasks = 1000;

/** Starts the sandbox in this process; its videos are made by the gate. */
export async function startService(): Promise<Service> {
  const gate = createGate();
  const { url, key, close } = await startSandbox({ renderer: gate.renderer });
  return {
    ...{ ...gate, url, key, close },
    listTasks: async () =>
      (await (await fetch(`${url}/admin/tasks?limit=${mostTasks}`)).json()) as TakenTask[],
  };
}
