import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { addLabel } from '../../links/label';
import { isCallToExecution } from '../../links/resumeUrl';
import { breather } from '../../concurrency/inTurns';
import { toFailure } from '../../errors/failEveryItem';
import type { Failure } from '../../errors/Failure';
import { requestField } from '../../generated/contract';
import type { GenerationRequest } from '../../generated/types';
import type { Read } from '../../parameters/readValue';
import { isOnEngine2 } from '../../n8n/engineOf';
import { connectService, type Service } from '../../service/connectService';
import { isOutOfReach } from '../../links/isInside';
import { buildRequest } from './buildRequest';
import type { Inputs } from './Inputs';
import { readMedia } from './readMedia';
import { readLabel } from './readLabel';
import { readInputs } from './readInputs';
import {
  readItemSettings,
  readRunSettings,
  type ItemSettings,
  type RunSettings,
} from './readSettings';

/** A request that has passed all checks. */
export interface Order {
  request: GenerationRequest;
  /**
   * The request as JSON with names in place of signed links: the same on every try, and fit to be
   * shown.
   */
  fingerprint: string;
  settings: ItemSettings;
  service: Service;
  /** What tells the order from others, over all executions. */
  orderKey?: string;
}

/** What the checks made of an item: a request to send or to show, or why there is none. */
export type Plan = (
  { order: Order; failure?: undefined } | { order?: undefined; failure: Failure }
) & {
  /** The person's own name for the row. */
  label?: string | undefined;
};

/** What else must be right before anything is sent. */
export interface Checks {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems: readonly string[];
  /** What else is wrong with a row. */
  ofRow(itemIndex: number): string | undefined;
}

const noChecks: Checks = { problems: [], ofRow: () => undefined };

/**
 * Checks every item before the first request of the batch goes out. Asks nobody, sends nothing, and
 * throws nothing that is about one item.
 */
export async function planItems(
  context: IExecuteFunctions,
  checks: Checks = noChecks,
): Promise<{ plans: Plan[]; run: RunSettings }> {
  const { service, error } = await connectService(context).then(
    (opened) => ({ service: opened, error: undefined }),
    (problem: unknown) => ({ service: undefined, error: problem }),
  );
  const allOptions: IDataObject[] = [];
  const breathe = breather();
  const plans: Plan[] = [];
  for (const itemIndex of context.getInputData().keys()) {
    await breathe();
    try {
      const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
      allOptions.push(options);
      plans.push(
        service === undefined
          ? { failure: toFailure(error, 'no') }
          : await planItem(context, itemIndex, options, service, checks),
      );
    } catch (problem) {
      plans.push({ failure: toFailure(problem, 'no') });
    }
  }

  const problems = [...checks.problems];
  const run = readRunSettings(allOptions, (problem) => problems.push(problem));
  if (problems.length === 0) return { plans, run };
  const refused = plans.map(({ failure = invalid(problems), label }) => ({ failure, label }));
  return { plans: refused, run };
}

async function planItem(
  context: IExecuteFunctions,
  itemIndex: number,
  options: IDataObject,
  service: Service,
  checks: Checks,
): Promise<Plan> {
  const problems: string[] = [];
  const settings = readItemSettings(options, (problem) => problems.push(problem));
  const { hostname: serviceHost } = new URL(service.baseUrl);
  const media = await readMedia(context, itemIndex, {
    lifetimeHours: settings.fileLinkHours,
    serviceHost,
  });
  const { value: label, problem } = readLabel(options.orderLabel);
  if (problem !== undefined) problems.push(problem);
  const key = readOrderKey(options);
  if (key.problem !== undefined) problems.push(key.problem);
  const orderKey = key.value;
  const other = checks.ofRow(itemIndex);
  if (other !== undefined) problems.push(other);
  const fetched = { ...media.inputs, serviceIsInside: isOutOfReach(serviceHost) };
  const inputs = readInputs(context, itemIndex, options, fetched);
  if (isOnEngine2(context) && callsExecution(inputs)) problems.push(calledInVain);
  const built = buildRequest(inputs);
  if (problems.length > 0 || built.problems !== undefined)
    return { failure: invalid([...problems, ...(built.problems ?? [])]), label };

  const { request } = built;
  const callbackUrl = request[requestField.callbackUrl];
  // The execution that a callback resumes knows its rows by itself.
  if (label !== undefined && callbackUrl !== undefined && inputs.callback === 'url') {
    const labelled = addLabel(callbackUrl, await service.labels.sign(label));
    request[requestField.callbackUrl] = labelled;
    // A label often holds the execution's ID, and a retry must not pay again for that.
    media.stableNames.set(labelled, callbackUrl);
  }
  if (inputs.resumeUrl !== '')
    media.stableNames.set(inputs.resumeUrl, 'resume URL of this execution');
  const stable = (_key: string, value: unknown) =>
    typeof value === 'string' ? (media.stableNames.get(value) ?? value) : value;
  const fingerprint = JSON.stringify(request, stable);
  const order = { request, fingerprint, settings, service };
  return { order: { ...order, ...(orderKey !== undefined && { orderKey }) }, label };
}

/** What an expression comes to as text when it found no value. */
const foundNothing = new Set(['undefined', 'null', 'NaN', '[object Object]']);

/**
 * A key that was added and comes to nothing is an order that nobody could tell from others: it would
 * be sent each time, or never again.
 */
function readOrderKey(options: IDataObject): Read<string | undefined> {
  if (!Object.hasOwn(options, 'orderKey')) return { value: undefined };
  const read = readLabel(options.orderKey, 'Order Key');
  if (read.problem !== undefined) return read;
  if (read.value === undefined)
    return { problem: 'Order Key is empty. Fill it in, or remove the option.' };
  if (foundNothing.has(read.value))
    return {
      problem: `Order Key is "${read.value}", which is what an expression gives when it finds no value.`,
    };
  return read;
}

const callsExecution = ({ callback, callbackUrl, resumeUrl }: Inputs) =>
  callback === 'resumeExecution' ||
  (callback === 'url' && isCallToExecution(callbackUrl, resumeUrl));

const calledInVain =
  'Callback can’t resume this execution, because the workflow runs on n8n’s Engine 2.0. Choose None, and the node that waits asks the service by itself, or choose URL with the address of a Video Finished Trigger.';

const correct = 'Correct the fields and run the workflow again.';

const invalid = (problems: readonly string[]): Failure => ({
  reason: 'invalidInput',
  message: problems.join(' '),
  description: `Nothing was charged. ${correct}`,
  advice: correct,
  paid: 'no',
});
