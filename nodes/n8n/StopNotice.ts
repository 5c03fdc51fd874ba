type Process = Pick<NodeJS.EventEmitter, 'once' | 'listenerCount'>;

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Knows whether n8n was told to stop, as for an update. It then waits up to 30 s for what runs, and
 * ends hard. Only where n8n has handlers of its own: without any, a handler would keep the process
 * from ending.
 */
export class StopNotice {
  isStopping = false;

  private isWatching = false;

  /** @param process - where the signals arrive */
  constructor(private readonly process: Process) {}

  /** Begins to listen; does nothing when called again. */
  watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    for (const signal of stopSignals)
      if (this.process.listenerCount(signal) > 0)
        this.process.once(signal, () => {
          this.isStopping = true;
        });
  }
}
