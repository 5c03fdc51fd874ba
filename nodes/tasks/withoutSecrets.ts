import { taskField, taskStatus } from '../generated/contract';

/** Shorter ones are words that occur by chance; no service gives out such a key. */
const shortestSecret = 8;

/** n8n and we ourselves copy and write records by recursion, which fails somewhere behind this. */
const deepest = 100;

/** What whoever wants the video needs as it is, and the words of the contract. */
const isUntouched = ([name, value]: [string, unknown]) =>
  name === taskField.id ||
  name === taskField.results ||
  (name === taskField.status && contractWords.includes(value));
const contractWords: readonly unknown[] = Object.values(taskStatus);
const contractFields: readonly string[] = Object.values(taskField);

/**
 * A task as it may be shown, stored and copied: without secrets that the service may have repeated
 * in it, and nested no deeper than n8n can bear. Its id and its results keep their secrets: the
 * address of a video is of use as a whole only. Never throws, whatever the service sends.
 */
export function withoutSecrets<T extends object>(task: T, secrets: readonly string[]): T {
  const shallow = (isDeeper(task, deepest) ? cutBelow(task, deepest) : task) as T;
  const written = secrets
    .map((secret) => String(secret).trim())
    .filter((secret) => secret.length >= shortestSecret)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const hide = (text: string) =>
    written.reduce((left, secret) => left.split(secret).join('***'), text);
  const entries = Object.entries(shallow);
  const whole = Object.fromEntries(entries.filter(isUntouched));
  const further = Object.fromEntries(entries.filter((entry) => !isUntouched(entry)));
  const text = JSON.stringify(further);
  if (!written.some((secret) => text.includes(secret))) return shallow;
  try {
    return { ...(JSON.parse(hide(text)) as object), ...whole } as T;
  } catch {
    // A key made of the signs of JSON itself: what counts is kept.
    const own = entries.filter(([name]) => contractFields.includes(name));
    const shown = own.map(([name, value]) => [
      name,
      typeof value === 'string' ? hide(value) : value,
    ]);
    return { ...Object.fromEntries(shown), ...whole } as T;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map((inner) => cutBelow(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1)]),
  );
}
