/** A part of a secret that is shorter says too little of it to be worth hiding. */
const partLength = 8;

/** Shorter secrets would take ordinary words out of every text, and protect nothing. */
const shortestSecret = 4;

const mask = '***';

/**
 * Takes secrets out of a text: whole, in parts of eight letters and more, in any case, and in the
 * forms in which servers repeat what they were sent (JSON, URL, HTML, base64).
 *
 * @param text - may be long; the time grows with its length only
 * @param secrets - blanks around them do not count; those under four letters are left
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const parts = new Set(secrets.flatMap(formsOf).flatMap(partsOf));
  if (parts.size === 0) return text;
  // What is left may come together to form a secret again. Each round makes the text shorter.
  let shown = text;
  for (let before; before !== shown;) {
    before = shown;
    shown = hideParts(before, parts);
  }
  return shown;
}

function hideParts(text: string, parts: ReadonlySet<string>): string {
  const folded = fold(text);
  const lengths = [...new Set([...parts].map(({ length }) => length))].sort((a, b) => b - a);
  let shown = '';
  let hiddenTo = -1;
  for (let at = 0; at < folded.length; at++) {
    const length = lengths.find((one) => parts.has(folded.slice(at, at + one)));
    if (length === undefined) continue;
    // Parts that overlap or touch are one secret, or several: either way one mask.
    if (at > hiddenTo) shown += text.slice(Math.max(hiddenTo, 0), at) + mask;
    hiddenTo = Math.max(hiddenTo, at + length);
  }
  return shown + text.slice(Math.max(hiddenTo, 0));
}

/** In small letters, but for those whose small form has another length. */
function fold(text: string): string {
  // Letter by letter: a capital sigma, for example, becomes another letter at the end of a word.
  return text.replace(/\p{Changes_When_Lowercased}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

function partsOf(form: string): string[] {
  const folded = fold(form);
  if (folded.length < shortestSecret) return [];
  if (folded.length <= partLength) return [folded];
  return Array.from({ length: folded.length - partLength + 1 }, (_, at) =>
    folded.slice(at, at + partLength),
  );
}

function formsOf(secret: string): string[] {
  const key = secret.trim();
  if (key.length < shortestSecret) return [];
  const json = JSON.stringify(key).slice(1, -1);
  const url = inUrl(key);
  return [
    key,
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[+&<>'`/=]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    url,
    inUrl(url),
    url.replaceAll('%20', '+'),
    key.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`),
    key.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter),
    ...[0, 1, 2].flatMap((shift) => inBase64(key, shift)),
  ];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function inUrl(text: string): string {
  // Half of a character outside of the first plane has no such form.
  return text.replace(/\p{Surrogate}/gu, '').replace(/[^\w.~-]/gu, encodeURIComponent);
}

/**
 * What a secret looks like inside of a longer text in base64, such as a user's name with it: the
 * letters that depend on it alone.
 *
 * @param shift - how many bytes stand before it in its group of three
 */
function inBase64(key: string, shift: number): string[] {
  const bytes = Buffer.from(' '.repeat(shift) + key);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const form = whole.slice(Math.ceil((shift * 4) / 3), Math.floor((bytes.length * 4) / 3));
  return form.length < partLength ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
}
