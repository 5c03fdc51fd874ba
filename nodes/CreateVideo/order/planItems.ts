import { addLabel } from '../../links/label';
import { yielder } from '../../concurrency/mapItems';
import { toFailure } from '../../outcomes/failEveryItem';
import { type Failure, failureFor } from '../../outcomes/Failure';
import { requestField } from '../../generated/contract';
import { readModelFamily } from '../../service/credential';
import type { Service } from '../../service/connectService';
import { canReach } from '../../links/urls';
import { nameValue, readSwitch } from '../../parameters/readValue';
import { listRows } from '../../text/phrases';
import { buildRequest } from './buildRequest';
import { take, type FormRow } from './FormRow';
import { fileLinker, type ItemFiles } from './linkFiles';
import { readLabel, readOrderKey } from './readOptions';

/** What the checks made of a row. */
export interface Plan {
  result:
    | { kind: 'notCreated'; failure: Failure }
    /** The request to send, as JSON. */
    | { kind: 'planned'; body: string }
    | { kind: 'preview' };
  /**
   * The request as JSON with names in place of signed links: the same on every try, and fit to be
   * shown.
   */
  fingerprint: string;
  /** What tells the order from others, over all executions. */
  orderKey?: string | undefined;
  /** The person's own name for the row. */
  label?: string | undefined;
}

/** The table that the node works on. */
export interface Table {
  /** How many rows it has. */
  rows: number;
  /** A field of the form for a row, its expression resolved; an empty text where there is none. */
  field(name: string, itemIndex: number): unknown;
  files(itemIndex: number): ItemFiles;
}

/**
 * Checks every item before the first request of the batch goes out. Asks nobody, sends nothing, and
 * throws nothing that is about one item.
 *
 * @param connect - opens the service
 * @param ofSettings - what is wrong with settings of the whole run, in whole sentences
 */
export async function planItems(
  table: Table,
  connect: () => Promise<Service>,
  ofSettings: readonly string[],
): Promise<Plan[]> {
  const yieldNow = yielder();
  const plans: Plan[] = [];
  for (let itemIndex = 0; itemIndex < table.rows; itemIndex++) {
    await yieldNow();
    try {
      plans.push(await planItem(table, itemIndex, await connect()));
    } catch (problem) {
      plans.push(notCreated(toFailure(problem, 'no')));
    }
  }
  const shared = findSharedKeys(plans);
  return plans.map((plan) => {
    const problems = [...ofSettings, ...(shared.get(plan.orderKey) ?? [])];
    const isFine = problems.length === 0 || 'failure' in plan.result;
    return isFine ? plan : notCreated(invalid(problems), plan.label);
  });
}

/** What is wrong with keys that rows share which ask for different videos: only the first would be made. */
function findSharedKeys(plans: readonly Plan[]) {
  const rowsOf = new Map<string, number[]>();
  for (const [row, { orderKey }] of plans.entries())
    if (orderKey !== undefined && !rowsOf.get(orderKey)?.push(row)) rowsOf.set(orderKey, [row]);
  const problems = new Map<string | undefined, string[]>();
  for (const [key, rows] of rowsOf)
    if (new Set(rows.map((row) => plans[row]!.fingerprint)).size > 1)
      problems.set(key, [
        `Order Key is ${nameValue(key)} in ${listRows(rows)}, which ask for different videos. Give each of them a key of its own: check the names in the expression.`,
      ]);
  return problems;
}

const notCreated = (failure: Failure, label?: string): Plan => ({
  result: { kind: 'notCreated', failure },
  fingerprint: '',
  label,
});

async function planItem(table: Table, itemIndex: number, service: Service): Promise<Plan> {
  const options = Object(table.field('options', itemIndex)) as Record<string, unknown>;
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const serviceHost = new URL(service.baseUrl).hostname;
  const stableNames = new Map<string, string>();
  const row: FormRow = {
    field: (name) => table.field(name, itemIndex),
    options,
    modelFamily: readModelFamily(service.modelFamily),
    linkFiles: fileLinker(table.files(itemIndex), serviceHost, stableNames, report),
    canReach: (hostname) => canReach(serviceHost, hostname),
    report,
  };
  const preview = Object.hasOwn(options, 'preview') ? options.preview : false;
  const isPreview = take(row, readSwitch(preview, 'Preview Only'));
  const label = take(row, readLabel(options.orderLabel, 'Label for Callback'));
  const orderKey = take(row, readOrderKey(options));
  const request = await buildRequest(row);
  if (problems.length > 0) return notCreated(invalid(problems), label);

  const callbackUrl = request[requestField.callbackUrl];
  if (callbackUrl !== undefined) {
    if (label !== undefined) {
      const signature = await service.signLabel(label);
      request[requestField.callbackUrl] = addLabel(callbackUrl, label, signature);
    }
    // Who knows the resume URL of an execution can end its sleep.
    const isResumeUrl = callbackUrl.includes('/webhook-waiting/');
    const name = isResumeUrl ? 'resume URL of this execution' : callbackUrl;
    stableNames.set(request[requestField.callbackUrl]!, name);
  }
  const stable = (_key: string, value: unknown) =>
    typeof value === 'string' ? (stableNames.get(value) ?? value) : value;
  const fingerprint = JSON.stringify(request, stable);
  const body = JSON.stringify(request);
  const result = isPreview ? ({ kind: 'preview' } as const) : ({ kind: 'planned', body } as const);
  return { result, fingerprint, orderKey, label };
}

const invalid = (problems: readonly string[]): Failure =>
  failureFor('invalidInput', {}, { problems: problems.join(' ') });
