import type { N8nClient, RunningSandbox } from '../../../playground/index.ts';

/** An n8n that can be killed, and the service that it asks. */
export interface Place {
  client: N8nClient;
  /** Where its webhooks answer. */
  webhookUrl: string;
  sandbox: RunningSandbox;
  credential: { id: string; name: string };
  /**
   * Kills a process of it as a power cut would, and has it start again.
   *
   * @returns which
   */
  kill(random: () => number): Promise<string>;
  /** Ends when all that was killed runs again. */
  untilUp(): Promise<void>;
  stop(): Promise<void>;
}
