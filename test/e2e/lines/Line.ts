import type { N8nClient, Workflow } from '../../../playground/index.ts';

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
export interface Line {
  name: 'n8n 1' | 'n8n 2';
  /** Folder of its package.json and lock file; the pinned n8n's when left out. */
  source?: string;
  /** What the docs tell its users to set. */
  env?: Record<string, string>;
  editor(client: N8nClient): EditorCalls;
}
