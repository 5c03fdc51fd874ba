import type { Task } from '../generated/types';

/**
 * The task without secrets that the service may have repeated in it. The addresses in `results` stay
 * as they are: whoever wants the video needs them whole.
 */
export function hideSecrets(task: Task, secrets: readonly string[]): Task {
  const { results, ...rest } = task as Task & Record<string, unknown>;
  const withResults = (shown: Task) => ({ ...shown, ...(results !== undefined && { results }) });
  try {
    const text = JSON.stringify(rest);
    const written = secrets
      .map((secret) => JSON.stringify(String(secret).trim()).slice(1, -1))
      .filter((secret) => secret !== '' && text.includes(secret));
    if (written.length === 0) return task;
    const shown = written.reduce((left, secret) => left.split(secret).join('***'), text);
    return withResults(JSON.parse(shown) as Task);
  } catch {
    // Too deep to be written, or a key made of the signs of JSON itself: what counts is kept.
    return withResults({ status: task.status });
  }
}
