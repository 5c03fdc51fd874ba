/** A part of a secret that is shorter says too little of it to be worth hiding. */
const partLength = 8;

/** Shorter secrets would take ordinary words out of every text, and protect nothing. */
const shortestSecret = 4;

/** Shorter ones are words that occur by chance in names and addresses; nobody gives out such a key. */
const shortestInRecords = 8;

/** The share of a secret that is hidden in a record: less of it may be a name that is in order there. */
const shareInRecords = 2 / 3;

const mask = '***';

/** What is looked for, in small letters. */
interface Needles {
  all: ReadonlySet<string>;
  /** Their lengths, the longest first. */
  lengths: readonly number[];
  /** The first two letters of each: few places of a text have any of them. */
  starts: ReadonlySet<number>;
}

/** What to look for, by where the text is from. */
interface Sought {
  secrets: number;
  inWords: Needles;
  inRecords: Needles;
}

/** By the list of secrets: making the forms of a key takes longer than looking for them. */
const soughtBySecrets = new WeakMap<readonly string[], Sought>();

/**
 * Takes secrets out of a text: whole, in parts of eight letters and more, in any case, and in the
 * forms in which servers repeat what they were sent (JSON, URL, HTML, base64).
 *
 * @param text - may be long; the time grows with its length only
 * @param secrets - blanks around them do not count; those under four letters are left
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return hide(text, soughtFor(secrets).inWords);
}

/**
 * Takes secrets out of a value that a workflow goes on with, in the same forms but only where most
 * of a secret is there: its beginning, such as the name of the service, may well stand in the
 * address of a video.
 *
 * @param secrets - those under eight letters are left
 */
export function hideInRecord(text: string, secrets: readonly string[]): string {
  return hide(text, soughtFor(secrets).inRecords);
}

function soughtFor(secrets: readonly string[]): Sought {
  const known = soughtBySecrets.get(secrets);
  if (known !== undefined && known.secrets === secrets.length) return known;
  const different = [...new Set(secrets.map((secret) => secret.trim()))];
  const long = different.filter(({ length }) => length >= shortestInRecords);
  const sought = {
    secrets: secrets.length,
    inWords: needlesOf(different.flatMap(formsOf).flatMap((form) => partsOf(form, partLength))),
    inRecords: needlesOf(
      long.flatMap(formsOf).flatMap((form) => partsOf(form, lengthInRecords(form))),
    ),
  };
  soughtBySecrets.set(secrets, sought);
  return sought;
}

const lengthInRecords = ({ length }: string) =>
  Math.max(shortestInRecords, Math.ceil(length * shareInRecords));

function needlesOf(texts: readonly string[]): Needles {
  const all = new Set(texts);
  return {
    all,
    lengths: [...new Set([...all].map(({ length }) => length))].sort((a, b) => b - a),
    starts: new Set([...all].map((text) => startAt(text, 0))),
  };
}

const startAt = (text: string, at: number) =>
  text.charCodeAt(at) * 0x1_00_00 + text.charCodeAt(at + 1);

function hide(text: string, needles: Needles): string {
  if (needles.all.size === 0) return text;
  // What is left may come together to form a secret again. Each round makes the text shorter.
  let shown = text;
  for (let before; before !== shown;) {
    before = shown;
    shown = hideOnce(before, needles);
  }
  return shown;
}

function hideOnce(text: string, { all, lengths, starts }: Needles): string {
  const folded = fold(text);
  let shown = '';
  let hiddenTo = -1;
  for (let at = 0; at < folded.length - 1; at++) {
    if (!starts.has(startAt(folded, at))) continue;
    const length = lengths.find((one) => all.has(folded.slice(at, at + one)));
    if (length === undefined) continue;
    // Parts that overlap or touch are one secret, or several: either way one mask.
    if (at > hiddenTo) shown += text.slice(Math.max(hiddenTo, 0), at) + mask;
    hiddenTo = Math.max(hiddenTo, at + length);
  }
  return hiddenTo < 0 ? text : shown + text.slice(hiddenTo);
}

/** In small letters, but for those whose small form has another length. */
function fold(text: string): string {
  // Letter by letter: a capital sigma, for example, becomes another letter at the end of a word.
  return text.replace(/\p{Changes_When_Lowercased}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

function partsOf(form: string, length: number): string[] {
  const folded = fold(form);
  if (folded.length < shortestSecret) return [];
  if (folded.length <= length) return [folded];
  return Array.from({ length: folded.length - length + 1 }, (_, at) =>
    folded.slice(at, at + length),
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
