import { addLabel } from '../../links/label';
import { yielder } from '../../concurrency/mapItems';
import { toFailure } from '../../outcomes/failEveryItem';
import { failureFor, type Failure } from '../../outcomes/Failure';
import { requestField } from '../../generated/contract';
import { readModelFamily } from '../../service/credential';
import type { Service } from '../../service/connectService';
import { canReach } from '../../links/urls';
import { nameValue } from '../../parameters/readValue';
import { listRows } from '../../text/phrases';
import { buildRequest } from '../fields/buildRequest';
import type { FormRow } from '../fields/FormRow';
import { readOrderOptions } from '../fields/options';
import { fileLinker, type ItemFiles } from './linkFiles';
import type { RowState } from './orderOutcome';

/** What the checks made of a row. */
export interface Plan {
  state: RowState;
  /** What the order asks for, to be compared with others of the same key or agent. */
  fingerprint?: string;
  /** Tells the order from others, in all executions. */
  orderKey?: string | undefined;
  /** The person's own name for the row. */
  label?: string | undefined;
}

/** The table that the node works on. */
export interface Table {
  rows: number;
  /** A field of the form, its expression resolved; an empty text if there is none. */
  field(name: string, itemIndex: number): unknown;
  files(itemIndex: number): ItemFiles;
  isTool: boolean;
}

/**
 * Checks every item, before anything is sent. Never throws because of one item.
 *
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
    const isFine = problems.length === 0 || 'failure' in plan.state;
    return isFine ? plan : notCreated(invalid(problems), plan.label);
  });
}

/** Finds keys whose rows ask for different videos, of which only the first would be made. */
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
  state: { kind: 'notCreated', failure },
  label,
});

const invalid = (problems: readonly string[]): Failure =>
  failureFor('invalidInput', {}, { problems: problems.join(' ') });

async function planItem(table: Table, itemIndex: number, service: Service): Promise<Plan> {
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const serviceHost = new URL(service.baseUrl).hostname;
  /** Lasting names of addresses that are signed anew each time. */
  const stableNames = new Map<string, string>();
  const links = { canReach: (host: string) => canReach(serviceHost, host), report };
  const row: FormRow = {
    ...links,
    field: (name) => table.field(name, itemIndex),
    options: Object(table.field('options', itemIndex)) as Record<string, unknown>,
    modelFamily: readModelFamily(service.modelFamily),
    linkFiles: fileLinker(table.files(itemIndex), stableNames, links),
  };
  const { isPreview, label, orderKey } = readOrderOptions(row);
  const request = await buildRequest(row);
  if (problems.length > 0) return notCreated(invalid(problems), label);

  const callbackUrl = request[requestField.callbackUrl];
  if (callbackUrl !== undefined) {
    const signature = label === undefined ? '' : await service.signLabel(label);
    const labelled = label === undefined ? callbackUrl : addLabel(callbackUrl, label, signature);
    request[requestField.callbackUrl] = labelled;
    // Anyone who knows an execution's resume URL can end its sleep.
    const isResumeUrl = callbackUrl.includes('/webhook-waiting/');
    stableNames.set(labelled, isResumeUrl ? 'resume URL of this execution' : callbackUrl);
  }
  const fingerprint = JSON.stringify(request, (_key, value: unknown) =>
    typeof value === 'string' ? (stableNames.get(value) ?? value) : value,
  );
  return {
    state: isPreview
      ? { kind: 'preview', request: JSON.parse(fingerprint) as object }
      : { kind: 'planned', body: JSON.stringify(request) },
    ...((table.isTool || orderKey !== undefined) && { fingerprint }),
    orderKey,
    label,
  };
}
