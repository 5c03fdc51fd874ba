import document from 'video-generation-openapi/openapi.json' with { type: 'json' };
import { type Book, type Finding } from './book.ts';
import { gapsOf } from './gaps.ts';

export interface Report {
  url: string;
  /** When the check was made, in ISO 8601. */
  at: string;
  documentVersion: string;
  spent: Book['spent'];
  doubt?: Book['doubt'];
  findings: Finding[];
  /** Every gap of the document, with what was seen of it; nothing when it was not looked at. */
  unspecified: Array<{ where: string; aspect: string; question: string; seen: string[] }>;
}

function* allGaps() {
  const { components, ...rest } = document;
  yield* gapsOf(rest, document);
  yield* gapsOf(components, document, ['components']);
}

/**
 * Puts together what a check has found.
 *
 * @param at - the time of the check
 * @throws Error when something was seen of a gap that the document does not have
 */
export function makeReport(book: Book, url: string, at: Date): Report {
  const unspecified = [...allGaps()].map(({ where, aspect, note }) => {
    const place = where.replaceAll('`', '');
    return {
      where: place,
      aspect,
      question: note,
      seen: book.seen.get(`${place} / ${aspect}`) ?? [],
    };
  });
  const known = new Set(unspecified.map(({ where, aspect }) => `${where} / ${aspect}`));
  const stray = [...book.seen.keys()].find((key) => !known.has(key));
  if (stray) throw new Error(`The document has no gap ${stray}.`);
  return {
    url,
    at: at.toISOString(),
    documentVersion: document.info.version,
    spent: book.spent,
    ...(book.doubt && { doubt: book.doubt }),
    findings: book.findings,
    unspecified,
  };
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const row = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const spentInWords: Record<Book['spent'], string> = {
  nothing: 'Nothing was created, and nothing was charged.',
  'one task': 'One task was created, which the service may charge.',
  'perhaps one task':
    'It is unknown whether a task was created and charged. Look into your account.',
};

/** Whether the answers are no answers of the service, as far as one can tell. */
export const isUnchecked = ({ doubt, findings }: Report): boolean =>
  doubt === 'key' || findings.every(({ verdict }) => verdict !== 'kept');

const doubtInWords = {
  key: 'The server refuses your key. Check that the key is whole and that it belongs to this server, then check again.',
  address:
    'It answers every read alike, with your key and without, as a server does that knows nothing of tasks. Check that --url is the address to which /v1/tasks is appended, then check again.',
};

/** What the promises come to, in a sentence or two. */
function renderVerdict(report: Report): string {
  const broken = report.findings.filter(({ verdict }) => verdict === 'broken').length;
  const doubt = isUnchecked(report) && report.doubt ? ` ${doubtInWords[report.doubt]}` : '';
  if (broken > 0)
    return `It broke the interface ${broken === 1 ? 'once' : `${broken} times`}.${doubt}`;
  return isUnchecked(report)
    ? `**Nothing could be checked.**${doubt}`
    : 'It broke no promise of the interface.';
}

/** The report as a page of Markdown. */
export function renderReport(report: Report): string {
  const { url, at, documentVersion, spent, findings, unspecified } = report;
  const seen = unspecified.filter((gap) => gap.seen.length > 0);
  return `# ${url}

Checked on ${at} against version ${documentVersion} of the document. ${spentInWords[spent]}

${renderVerdict(report)}

## Promises

${table(
  ['promise', 'verdict', 'seen'],
  findings.map(({ promise, verdict, evidence }) => [promise, verdict, evidence]),
)}

## Where the interface is silent

${table(
  ['where', 'what', 'not stated', 'this server'],
  seen.map((gap) => [gap.where, gap.aspect, gap.question, gap.seen.join('; ')]),
)}

${unspecified.length - seen.length} of ${unspecified.length} open questions were not looked at.
`;
}
