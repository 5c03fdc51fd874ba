import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';

/** Shorter ones are words that occur by chance; no service gives out such a key. */
const shortestSecret = 8;

/**
 * The task without secrets that the service may have repeated in it. The contract's own fields stay
 * as they are: whoever wants the video needs the address in `results` whole.
 */
export function withoutSecrets(task: Task, secrets: readonly string[]): Task {
  const contractFields: readonly string[] = Object.values(taskField);
  const entries = Object.entries(task);
  const own = entries.filter(([name]) => contractFields.includes(name));
  const further = entries.filter(([name]) => !contractFields.includes(name));
  const withOwn = (shown: object) => ({ ...shown, ...Object.fromEntries(own) }) as Task;
  try {
    const text = JSON.stringify(Object.fromEntries(further));
    const written = secrets
      .map((secret) => String(secret).trim())
      .filter((secret) => secret.length >= shortestSecret)
      .map((secret) => JSON.stringify(secret).slice(1, -1))
      .filter((secret) => text.includes(secret));
    if (written.length === 0) return task;
    const shown = written.reduce((left, secret) => left.split(secret).join('***'), text);
    return withOwn(JSON.parse(shown) as object);
  } catch {
    // Too deep to be written, or a key made of the signs of JSON itself: what counts is kept.
    return withOwn({});
  }
}
