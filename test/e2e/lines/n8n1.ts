import type { Workflow } from '../../../playground/index.ts';
import type { Line } from './Line.ts';

/** Its editor sends the whole workflow along with each run, and its server gives out the ids. */
export const n8n1: Line = {
  name: 'n8n 1',
  // By default it holds files in memory, several times over.
  env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
  editor: (client) => {
    const stored = new Map<string, Workflow>();
    const find = (id: string) => {
      const workflow = stored.get(id);
      if (workflow === undefined) throw new Error(`No workflow ${id} was stored`);
      return workflow;
    };
    // Its database driver takes one transaction at a time, and mixes up those that overlap.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
      const turn = last.then(call, call);
      last = turn;
      return turn;
    };
    const start = async (id: string, body: object) => {
      const workflowData = find(id);
      const path = `/rest/workflows/${workflowData.id}/run`;
      const started = await inTurn(() =>
        client.post<{ executionId: string }>(path, { workflowData, ...body }),
      );
      return started.executionId;
    };
    return {
      async store(workflow) {
        const known = stored.get(workflow.id);
        const ours = known && { id: known.id, versionId: known.versionId };
        const saved = await inTurn(() =>
          ours === undefined
            ? client.post<Workflow>('/rest/workflows', { ...workflow, active: false })
            : client.patch<Workflow>(`/rest/workflows/${ours.id}`, { ...workflow, ...ours }),
        );
        stored.set(workflow.id, saved);
        return saved.id;
      },
      run: (id, trigger = 'Start') => start(id, { triggerToStartFrom: { name: trigger } }),
      async publish(id) {
        const workflow = find(id);
        await inTurn(() =>
          client.patch(`/rest/workflows/${workflow.id}`, { ...workflow, active: true }),
        );
      },
    };
  },
};
