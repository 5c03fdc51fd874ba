/** Has the process exit by itself when it is told to end, so that what it started ends with it. */
export function exitOnSignal(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
}
