import { taskField, taskStatus } from '../generated/contract';
import { mask } from '../text/redact';
import { secretPattern } from '../text/secretPattern';

/** What is nested deeper is left out: n8n copies and stores what it is given by recursion. */
const deepest = 20;

const contractNames = new Set<string>(Object.values(taskField));
const contractWords = new Set<unknown>(Object.values(taskStatus));

/**
 * A record of the service without the secrets that the service may have repeated in it, wherever it
 * did: in the names of fields, in texts, in numbers, in the address of the video as well. Only the
 * words of the contract stay as they are, even where somebody has one of them for a key.
 */
export function withoutSecrets<Fields extends object>(
  record: Fields,
  secrets: readonly string[],
): Fields {
  const secret = secretPattern(secrets);
  const hideIn = (text: string) => (secret === undefined ? text : text.replace(secret, mask));
  const hide = (value: unknown, level: number): unknown => {
    if (typeof value === 'string') return hideIn(value);
    if (typeof value === 'number') return hideIn(String(value)) === String(value) ? value : mask;
    if (typeof value !== 'object' || value === null) return value;
    if (level === deepest) return undefined;
    if (Array.isArray(value)) return value.map((entry) => hide(entry, level + 1));
    const shown = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const isWord = name === taskField.status && contractWords.has(inner);
      return [
        contractNames.has(name) ? name : hideIn(name),
        isWord ? inner : hide(inner, level + 1),
      ];
    });
    return Object.fromEntries(shown);
  };
  return hide(record, 0) as Fields;
}
