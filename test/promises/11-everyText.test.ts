import { writeFile } from 'node:fs/promises';
import type { INode, INodeParameters, IRun } from 'n8n-workflow';
import { afterAll, describe, expect, it } from 'vitest';
import { callTool } from '../engine/callTool.ts';
import type { Reply } from '../engine/fakeService.ts';
import { orderStore } from '../engine/orderStore.ts';
import { havePatience } from '../engine/patience.ts';
import {
  beginPromises,
  done,
  errorOf,
  idOf,
  lost,
  nodeName,
  outputsOf,
  rememberingService,
  runsOf,
  runToEnd,
  table,
  type ServiceSetup,
} from './scene.ts';

beginPromises();
havePatience({ busyMs: 0 });

/** What can go wrong with one row, and what is true of its money. */
interface Fault {
  name: string;
  service?: ServiceSetup;
  /** What the row holds; the service knows it by this. */
  prompt?: string;
  parameters?: INodeParameters;
  options?: INodeParameters;
  /** What the text may say of the row's money. */
  charged: 'no' | 'unknown' | 'yes';
  /** Whether the row has a task that a person can ask for. */
  hasTask?: boolean;
}

const bad = 'bad';
const only = (reply: Reply) => ({
  create: (prompt: string) => (prompt === bad ? reply : undefined),
});
const reading = (reply: Reply) => ({
  read: (id: string, look: number) => (id === idOf(bad) ? reply : look > 1 ? done(id) : undefined),
});

const faults: Fault[] = [
  { name: 'a value in the data is wrong', prompt: '', charged: 'no' },
  {
    name: 'a value in the node is wrong',
    parameters: { duration: 'other', otherDuration: 0 },
    charged: 'no',
  },
  {
    name: 'the limit is used up',
    options: { spendingLimit: { limit: { videos: 0, per: 'execution' } } },
    charged: 'no',
  },
  { name: 'refused', service: only({ status: 422, body: { message: 'too long' } }), charged: 'no' },
  { name: 'the key is refused', service: only({ status: 401 }), charged: 'no' },
  { name: 'too busy', service: only({ status: 429 }), charged: 'no' },
  { name: 'no such service', service: only({ status: 404 }), charged: 'no' },
  {
    name: 'redirected',
    service: only({ status: 307, headers: { location: 'https://elsewhere.test' } }),
    charged: 'no',
  },
  { name: 'no answer', service: only(lost), charged: 'unknown' },
  { name: 'a fault of the service', service: only({ status: 500 }), charged: 'unknown' },
  { name: 'an answer without an ID', service: only({ status: 200, body: {} }), charged: 'unknown' },
  {
    name: 'the task failed',
    service: reading({ status: 200, body: { status: 'failed', error: 'too dark' } }),
    ...{ charged: 'unknown', hasTask: true },
  },
  {
    name: 'completed without a video',
    service: reading({ status: 200, body: { status: 'completed', results: [] } }),
    ...{ charged: 'yes', hasTask: true },
  },
  {
    name: 'time ran out',
    service: reading({ status: 200, body: { status: 'pending', progress: 40 } }),
    options: { timeLimitMinutes: 0.2 },
    ...{ charged: 'yes', hasTask: true },
  },
  {
    name: 'the service refuses to tell',
    service: reading({ status: 400 }),
    ...{ charged: 'unknown', hasTask: true },
  },
  {
    name: 'the file cannot be had',
    service: reading({
      status: 200,
      body: { status: 'completed', results: ['https://files.test/page.html'] },
    }),
    ...{ charged: 'yes', hasTask: true },
  },
];

const readers = ['stops', 'continues', 'agent'] as const;
type Reader = (typeof readers)[number];
interface Case extends Fault {
  reader: Reader;
  rows: 'one' | 'many';
  key: boolean;
}
const cases: Case[] = faults.flatMap((fault) =>
  readers.flatMap((reader) =>
    (['one', 'many'] as const).flatMap((rows) =>
      [false, true]
        // A tool gets one row at a time; what a model hears of a wait, test/docs/agentOutcomes tells.
        .filter((key) => reader !== 'agent' || (rows === 'one' && !key && !fault.hasTask))
        // A key changes nothing of the words once there is a task.
        .filter((key) => !(key && fault.hasTask))
        .map((key) => ({ ...fault, reader, rows, key })),
    ),
  ),
);

interface Told {
  text: string;
  hints: string[];
  made: string[];
}

async function tell({ service, prompt = bad, parameters, options, ...one }: Case): Promise<Told> {
  orderStore.clear();
  const world = rememberingService(service ?? {});
  const all = {
    ...parameters,
    options: {
      ...options,
      intervalSeconds: 1,
      ...(one.key && { orderKey: '=key-{{ $itemIndex }}' }),
    },
  };
  if (one.reader === 'agent') {
    const filled = { ...all, prompt: "={{ $fromAI('prompt', '', 'string') }}" };
    const [heard] = await callTool({
      type: 'createVideo',
      parameters: filled,
      calls: [{ prompt }],
    });
    return { text: heard!.failed ?? heard!.answer!, hints: [], made: world.made };
  }
  const settings: Partial<INode> =
    one.reader === 'continues' ? { onError: 'continueErrorOutput' } : {};
  const prompts = one.rows === 'one' ? [prompt] : ['A', prompt, 'C'];
  const run = await runToEnd(table(prompts, { parameters: all, settings }));
  const hints = runsOf(run, nodeName).flatMap((each) =>
    (each.hints ?? []).map((hint) => hint.message),
  );
  return {
    text: one.reader === 'stops' ? ofError(run) : ofItem(run, one),
    hints,
    made: world.made,
  };
}

function ofError(run: IRun): string {
  const { message, description } = errorOf(run)!;
  return `${message} — ${description}`;
}

function ofItem(run: IRun, { rows }: Pick<Case, 'rows'>): string {
  const items = outputsOf(run, 1);
  const item =
    rows === 'one'
      ? items[0]
      : items.find(({ pairedItem }) => (pairedItem as { item: number }).item === 1);
  const { error, message } = item!.json as { error: string; message: string };
  return `${error} — ${message}`;
}

const report: string[] = [];
// To read them all aloud: VIDEOGEN_TEXTS=file.
afterAll(async () => {
  const file = process.env.VIDEOGEN_TEXTS;
  if (file) await writeFile(file, report.join('\n'));
});

const titleOf = ({ name, reader, rows, key }: Case) =>
  `${name}, ${rows === 'one' ? 'one row' : 'three rows'}, ${reader}${key ? ', Order Key' : ''}`;

/** Never said: translated, metaphor, or a step that is not true for everybody. */
const banned =
  /[A-Z]{5,} The |Correct what|Correct the|takes this|[Ll]ooked at|Run the row again|Whether such|is not believed|undefined|NaN|\[object|\bwhom\b/;
/** Steps that may order something; a text that names two leaves its reader to choose. */
const ordering = [
  /run the workflow again/i,
  /run the workflow with only/i,
  /try again/i,
  /choose Retry/,
  /order it again/,
  /Run fewer rows/,
];
const step = new RegExp(
  [...ordering.map(({ source }) => source), 'Check the', 'Run Wait for Video', 'Set the Base URL']
    .concat('Wait a while', 'Raise Spending Limit', 'Fix', 'tell the person')
    .join('|'),
  'i',
);

describe('every text', () => {
  it.each(cases.map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const { text, hints, made } = await tell(one);
    const isOfRow = one.reader === 'continues';
    const others = made.filter((prompt) => prompt !== bad);

    // Money: as it is, and of the whole run where the text is about that.
    if (one.charged === 'no') expect(text).toMatch(/Nothing was charged|not charged/);
    else expect(text).not.toMatch(/Nothing was charged(?! for)/);
    if (one.charged === 'unknown' && !one.hasTask)
      expect(text).toMatch(/may have been (created and )?charged.*dashboard/i);
    if (one.charged === 'yes') expect(text).toMatch(/charged/);
    if (others.length > 0) expect(text).not.toMatch(/Nothing was charged(?! for)/);

    // The IDs of all that was paid, where there is no other place for them.
    if (one.hasTask) expect(text).toContain(idOf(bad));
    if (!isOfRow) for (const prompt of others) expect(text).toContain(idOf(prompt));

    // One next step, that orders nothing twice.
    expect(text).toMatch(step);
    const orders = ordering.filter((way) => way.test(text)).map(String);
    expect(orders.length, orders.join()).toBeLessThan(2);
    if (others.length > 0 && !one.key)
      expect(text).not.toMatch(/run the workflow again|try again/i);
    if (one.charged !== 'no') expect(text).not.toMatch(/run the workflow again|try again/i);
    if (one.hasTask && one.charged === 'yes') expect(text).toMatch(/costs nothing/);

    if (one.reader === 'agent') {
      expect(text).toMatch(/call this tool again/);
      expect(text).not.toMatch(/the workflow|under Executions/);
    }
    for (const said of [text, ...hints]) expect(said).not.toMatch(banned);
    const all = hints.join(' ');
    if ((others.length > 0 || one.charged !== 'no') && isOfRow && !one.key)
      expect(all).toMatch(/orders, and charges|Check the service’s dashboard/);
    if (one.key) expect(all).not.toMatch(/orders, and charges/);
    report.push(`## ${titleOf(one)}\n${text}\n${hints.map((hint) => `hint: ${hint}\n`).join('')}`);
  });
});
