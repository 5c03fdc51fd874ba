/** How to wait. All times in milliseconds. */
export interface WaitSettings {
  /** Time between two looks at the same task. */
  intervalMs: number;
  /** Time from the first look at a task until the wait for it is given up. */
  timeoutMs: number;
}

export const defaultSettings: WaitSettings = {
  // The interval that the service's own clients use (section 3 of the contract).
  intervalMs: 5_000,
  // Sleep costs nothing, and services name estimates of up to 40 minutes.
  timeoutMs: 120 * 60_000,
};

/** So that n8n has time for others when thousands of tasks are due at the same moment. */
export const mostStartsAtOnce = 100;
