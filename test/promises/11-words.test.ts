import { createRequire } from 'node:module';
import type { INode, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { callTool, fromAgent } from '../engine/callTool.ts';
import type { Reply } from '../engine/fakeService.ts';
import { orderStore } from '../engine/orderStore.ts';
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
  ownTypes,
} from './scene.ts';

beginPromises();

const require = createRequire(import.meta.url);
// A service that is busy is soon given up.
beforeEach(() => {
  const { sendSettings } = require('../../dist/nodes/CreateVideo/pay/sendOrder.js') as {
    sendSettings: { busyMs: number };
  };
  sendSettings.busyMs = 0;
});

/** What can go wrong with one row, and what is true of its money. */
interface Fault {
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
const noFile = 'the file cannot be had';
/** What comes of the bad row's order. */
const ordering = (charged: Fault['charged'], reply: Reply): Fault => ({
  charged,
  service: { create: (prompt) => (prompt === bad ? reply : undefined) },
});
/** What is read of the bad row's task. */
const reading = (charged: Fault['charged'], reply: Partial<Reply>, options = {}): Fault => ({
  charged,
  hasTask: true,
  options,
  service: {
    read: (id, look) =>
      id === idOf(bad) ? ({ status: 200, ...reply } as Reply) : look > 1 ? done(id) : undefined,
  },
});

const faults: Record<string, Fault> = {
  'a value in the data is wrong': { prompt: '', charged: 'no' },
  'a value in the node is wrong': { parameters: { duration: 0.5 }, charged: 'no' },
  'the limit is used up': { options: { videosPerExecution: 0 }, charged: 'no' },
  refused: ordering('no', { status: 422, body: { message: 'too long' } }),
  'the key is refused': ordering('no', { status: 401 }),
  'too busy': ordering('no', { status: 429 }),
  'no such service': ordering('no', { status: 404 }),
  redirected: ordering('no', { status: 307, headers: { location: 'https://elsewhere.test' } }),
  'no answer': ordering('unknown', lost),
  'a fault of the service': ordering('unknown', { status: 500 }),
  'an answer without an ID': ordering('unknown', { status: 200, body: {} }),
  'the task failed': reading('unknown', { body: { status: 'failed', error: 'too dark' } }),
  'completed without a video': reading('yes', { body: { status: 'completed', results: [] } }),
  'time ran out': reading(
    'yes',
    { body: { status: 'pending', progress: 40 } },
    { timeLimitMinutes: 0.2 },
  ),
  'the service refuses to tell': reading('unknown', { status: 400 }, { timeLimitMinutes: 5 }),
  [noFile]: reading('yes', {
    body: { status: 'completed', results: ['https://files.test/page.html'] },
  }),
};

interface Run {
  reader: 'stops' | 'continues' | 'agent';
  rows: 1 | 3;
  key: boolean;
}
// Rows and keys change the words each for itself; a tool gets one row at a time.
const runs: Run[] = [
  { reader: 'stops', rows: 3, key: false },
  { reader: 'stops', rows: 1, key: true },
  { reader: 'continues', rows: 3, key: false },
  { reader: 'continues', rows: 1, key: true },
  { reader: 'agent', rows: 1, key: false },
];
const cases = Object.entries(faults).flatMap(([name, fault]) =>
  runs
    // A key changes nothing of the words once there is a task, and a tool gets no file.
    .filter(
      ({ key, reader }) => !(key && fault.hasTask) && !(reader === 'agent' && name === noFile),
    )
    .map((run) => ({ ...fault, ...run, name })),
);

/** What a person or a model is told, and the prompts of the tasks that were made. */
async function tell({
  service,
  prompt = bad,
  parameters,
  options,
  reader,
  rows,
  key,
}: Fault & Run) {
  orderStore.clear();
  const { made } = rememberingService(service);
  const orderKey = key && { orderKey: '=key-{{ $itemIndex }}' };
  const all = { ...parameters, options: { ...options, intervalSeconds: 1, ...orderKey } };
  if (reader === 'agent') {
    const [heard] = await callTool({
      ...{ type: 'createVideo', parameters: { ...all, prompt: fromAgent } },
      ...{ calls: [{ prompt }], types: ownTypes() },
    });
    return { text: heard!.failed ?? heard!.answer!, hints: [], made };
  }
  const settings: Partial<INode> = reader === 'continues' ? { onError: 'continueErrorOutput' } : {};
  const prompts = rows === 1 ? [prompt] : ['A', prompt, 'C'];
  const run = await runToEnd(table(prompts, { parameters: all, settings }));
  const hints = runsOf(run, nodeName).flatMap((each) => each.hints ?? []);
  const { message, description } = errorOf(run) ?? {};
  const ofRow = outputsOf(run, 1).find(({ json }) => json.own === prompt)?.json;
  const text =
    reader === 'stops' ? `${message} — ${description}` : `${ofRow!.error} — ${ofRow!.message}`;
  return { text, hints: hints.map((hint) => hint.message), made };
}

/** Never said: translated, metaphor, or a step that is not true for everybody. */
const banned =
  /[A-Z]{5,} The |Correct what|Correct the|takes this|[Ll]ooked at|Run the row again|Whether such|is not believed|undefined|NaN|\[object|\bwhom\b/;
/** Steps that may order something; a text that names two leaves its reader to choose. */
const ways = [
  /run the workflow again/i,
  /run the workflow with only/i,
  /try again/i,
  /choose Retry/,
  /order it again/,
  /run fewer rows/,
];
const step = new RegExp(
  [...ways.map(({ source }) => source), 'Check the', 'Run Wait for Video', 'Set the Base URL']
    .concat('Wait a while', 'Raise Videos per', 'Fix', 'tell the person')
    .join('|'),
  'i',
);

describe('11: every outcome says what happened, what was charged, the ID, and a next step', () => {
  it.each(cases)('$name, rows: $rows, $reader, Order Key: $key', async (one) => {
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

    if (one.reader === 'stops' && one.rows > 1 && one.service)
      expect(text).toMatch(/\b[Rr]ows? 2\b/);

    // One next step, that orders nothing twice.
    expect(text).toMatch(step);
    const orders = ways.filter((way) => way.test(text)).map(String);
    expect(orders.length, orders.join()).toBeLessThan(2);
    if (others.length > 0 && !one.key)
      expect(text).not.toMatch(/run the workflow again|try again/i);
    if (isOfRow && one.charged === 'no' && others.length > 0)
      expect(text).toMatch(/run the workflow with only the rows that weren’t ordered/i);
    if (one.charged !== 'no') expect(text).not.toMatch(/run the workflow again|try again/i);
    if (one.hasTask && one.charged === 'yes') expect(text).toMatch(/costs nothing/);

    if (one.reader === 'agent') {
      expect(text).toMatch(/call (this tool again|Wait for Video)|another video/);
      expect(text).not.toMatch(/the workflow|under Executions|[Tt]ry again/);
    }
    for (const said of [text, ...hints]) expect(said).not.toMatch(banned);
    const all = hints.join(' ');
    if ((others.length > 0 || one.charged !== 'no') && isOfRow && !one.key)
      expect(all).toMatch(/makes new videos, and you pay|Check the service’s dashboard/);
    if (one.key) expect(all).not.toMatch(/makes new videos, and you pay/);
  });
});
