import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../callbacks/resumeUrl';
import { toFailure } from '../errors/failEveryItem';
import type { Failure } from '../errors/Failure';
import type { GenerationRequest } from '../generated/types';
import { connectService, isSameAccount, type Service } from '../service/connectService';
import { isLoopback } from '../urls/checkUrl';
import { buildRequest } from './buildRequest';
import { readMedia } from './media/readMedia';
import { readInputs } from './readInputs';
import {
  readItemSettings,
  readOptions,
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
}

/** What the checks made of an item: a request to send or to show, or why there is none. */
export type Plan = { order: Order; failure?: undefined } | { order?: undefined; failure: Failure };

/**
 * Checks every item before the first request of the batch goes out. Asks nobody, sends nothing, and
 * throws nothing that is about one item.
 */
export async function planItems(
  context: IExecuteFunctions,
): Promise<{ plans: Plan[]; run: RunSettings }> {
  // Once for all items: it took over a third of the time of their checks.
  const resumeUrl = readResumeUrl(context);
  const services: Service[] = [];
  const allOptions: IDataObject[] = [];
  const plans: Plan[] = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      const options = readOptions(context.getNodeParameter('options', itemIndex, {}));
      if (options.problem !== undefined) {
        plans.push({ failure: invalid([options.problem]) });
        continue;
      }
      allOptions.push(options.value);
      const service = await serviceOf(context, itemIndex, services);
      plans.push(planItem(context, itemIndex, options.value, service, resumeUrl));
    } catch (error) {
      plans.push({ failure: toFailure(error, 'no') });
    }
  }

  const problems: string[] = [];
  const run = readRunSettings(allOptions, (problem) => problems.push(problem));
  if (problems.length === 0) return { plans, run };
  return { plans: plans.map(({ failure }) => ({ failure: failure ?? invalid(problems) })), run };
}

/** A credential may resolve to another account for each item; items of one account share one. */
async function serviceOf(
  context: IExecuteFunctions,
  itemIndex: number,
  services: Service[],
): Promise<Service> {
  const service = await connectService(context, itemIndex);
  const known = services.find((other) => isSameAccount(other, service));
  if (known === undefined) services.push(service);
  return known ?? service;
}

function planItem(
  context: IExecuteFunctions,
  itemIndex: number,
  options: IDataObject,
  service: Service,
  resumeUrl: string,
): Plan {
  const problems: string[] = [];
  const settings = readItemSettings(options, (problem) => problems.push(problem));
  const media = readMedia(context, itemIndex, {
    lifetimeHours: settings.fileLinkHours,
    serviceIsLocal: isLoopback(new URL(service.baseUrl).hostname),
  });
  const built = buildRequest(readInputs(context, itemIndex, options, media.inputs, resumeUrl));
  if (problems.length > 0 || built.problems !== undefined)
    return { failure: invalid([...problems, ...(built.problems ?? [])]) };

  const { request } = built;
  media.stableNames.set(resumeUrl, 'resume URL of this execution');
  const stable = (_key: string, value: unknown) =>
    typeof value === 'string' ? (media.stableNames.get(value) ?? value) : value;
  return { order: { request, fingerprint: JSON.stringify(request, stable), settings, service } };
}

const correct = 'Correct the fields and run the workflow again.';

const invalid = (problems: readonly string[]): Failure => ({
  reason: 'invalidInput',
  message: problems.join(' '),
  description: `Nothing was charged. ${correct}`,
  advice: correct,
  paid: 'no',
});
