import { startSandbox } from 'videogen-sandbox';

// Longer than redocly respect's mask for secrets, which would garble short keys.
export const key = 'conformance-key-0123456789abcdef';

/** The project's own stand-in for the service, instant, for the time of `use`. */
export async function withSandbox(use, options = {}) {
  const sandbox = await startSandbox({ keys: [key], renderer: 'instant', ...options });
  try {
    return await use(sandbox.url);
  } finally {
    await sandbox.close();
  }
}
