import { setNewest } from '../../memory/setNewest';
import type { Outcome } from './Pass';

const mostRemembered = 10_000;

/**
 * Requests of this process, by execution and row. n8n can start an execution a second time from a
 * state that it stored before they were sent, and nothing in that state knows of them.
 */
export class SentRequests {
  private readonly sent = new Map<string, Promise<Outcome | undefined>>();

  /**
   * Sends a row's request, unless this process has sent it before and it may have been taken: then
   * what became of it there is the answer.
   *
   * @param name - names the row and its execution
   * @param send - resolves to undefined when nothing was sent
   */
  async once(name: string, send: () => Promise<Outcome | undefined>): Promise<Outcome | undefined> {
    const earlier = await this.sent.get(name);
    if (earlier !== undefined && earlier.kind !== 'notCreated') return earlier;
    const sending = send();
    setNewest(this.sent, name, sending, mostRemembered);
    return await sending;
  }
}
