import { waitFor } from '../../../playground/index.ts';

const timeoutMs = 15 * 60_000;

/** Waits until something is true. */
export async function untilTrue(
  condition: () => boolean | Promise<boolean>,
  intervalMs = 100,
): Promise<void> {
  await waitFor(
    async () => (await condition()) || undefined,
    timeoutMs,
    () => new Error('What a measure waits for has not come about'),
    intervalMs,
  );
}
