import { taskField, taskStatus } from '../generated/contract';
import { hideInRecord } from '../text/hideSecrets';

/** Records that are nested deeper do not come here; what does is left out below this. */
const deepest = 30;

const contractNames = new Set<string>(Object.values(taskField));
const contractWords = new Set<unknown>(Object.values(taskStatus));

/**
 * A record of the service without the secrets that the service may have repeated in it, wherever it
 * did: in the names of fields, in texts, in numbers, in the address of the video as well. Only the
 * words of the contract stay as they are, even where somebody has one of them for a key.
 *
 * @returns the record itself when it holds none
 */
export function withoutSecrets<Fields extends object>(
  record: Fields,
  secrets: readonly string[],
): Fields {
  const hide = (value: unknown, level: number): unknown => {
    if (typeof value === 'string') return hideInRecord(value, secrets);
    if (typeof value === 'number') {
      const text = String(value);
      return hideInRecord(text, secrets) === text ? value : '***';
    }
    if (typeof value !== 'object' || value === null) return value;
    if (level === deepest) return undefined;
    if (Array.isArray(value)) {
      const shown = value.map((entry) => hide(entry, level + 1));
      return shown.some((entry, at) => entry !== value[at]) ? shown : value;
    }
    let isSame = true;
    const shown = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const shownName = contractNames.has(name) ? name : hideInRecord(name, secrets);
      const isWord = name === taskField.status && contractWords.has(inner);
      const shownInner = isWord ? inner : hide(inner, level + 1);
      isSame &&= shownName === name && shownInner === inner;
      return [shownName, shownInner];
    });
    return isSame ? value : Object.fromEntries(shown);
  };
  return hide(record, 0) as Fields;
}
