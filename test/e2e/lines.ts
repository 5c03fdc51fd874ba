import { join } from 'node:path';
import {
  importWorkflow,
  publish,
  runWorkflow,
  type N8nClient,
  type Workflow,
} from '../../playground/index.ts';

/** What the editor asks of the server, which differs between n8n's major versions. */
export interface EditorCalls {
  /**
   * Stores a workflow; one that was stored with the same id before is replaced.
   *
   * @returns the id by which n8n knows it
   */
  store(workflow: Workflow): Promise<string>;
  /**
   * Runs a stored workflow as the editor's button does.
   *
   * @param id - as in the workflow that was stored
   * @returns the id of the execution
   */
  run(id: string, trigger?: string): Promise<string>;
  /** Lets the workflow's triggers and webhooks answer. */
  publish(id: string): Promise<void>;
}

/** A major version of n8n that the tests run on. */
interface Line {
  name: 'n8n 1' | 'n8n 2';
  /** Folder of its package.json and lock file; the pinned n8n's when left out. */
  source?: string;
  /** What the docs tell its users to set. */
  env?: Record<string, string>;
  editor(client: N8nClient): EditorCalls;
}

const n8n2: Line = {
  name: 'n8n 2',
  editor: (client) => ({
    async store(workflow) {
      await importWorkflow(client, workflow);
      return workflow.id;
    },
    run: (id, trigger = 'Start') => runWorkflow(client, id, trigger),
    publish: (id) => publish(client, id),
  }),
};

/** Its editor sends the whole workflow along with each run, and its server gives out the ids. */
const n8n1: Line = {
  name: 'n8n 1',
  // By default it holds files in memory, several times over.
  env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
  editor(client) {
    const stored = new Map<string, Workflow>();
    // Its database driver takes one transaction at a time, and mixes up those that overlap.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
      const turn = last.then(call, call);
      last = turn;
      return turn;
    };
    const pathOf = (id: string) => `/rest/workflows/${stored.get(id)!.id}`;
    return {
      async store(workflow) {
        const known = stored.get(workflow.id);
        const saved = await inTurn(() =>
          known === undefined
            ? client.post<Workflow>('/rest/workflows', { ...workflow, active: false })
            : client.patch<Workflow>(pathOf(workflow.id), {
                ...workflow,
                ...{ id: known.id, versionId: known.versionId },
              }),
        );
        stored.set(workflow.id, saved);
        return saved.id;
      },
      async run(id, trigger = 'Start') {
        const body = { workflowData: stored.get(id), triggerToStartFrom: { name: trigger } };
        const { executionId } = await inTurn(() =>
          client.post<{ executionId: string }>(`${pathOf(id)}/run`, body),
        );
        return executionId;
      },
      publish: (id) =>
        inTurn(async () => {
          await client.patch(pathOf(id), { ...stored.get(id), active: true });
        }),
    };
  },
};

const version = process.env.TEST_N8N_VERSION;

/** The line of the version that the environment names; of the pinned one if it names none. */
export const chosenLine: Line =
  version === undefined
    ? n8n2
    : {
        ...(version.startsWith('1.') ? n8n1 : n8n2),
        source: join(import.meta.dirname, '../compat', version),
      };
