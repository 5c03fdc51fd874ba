import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../callbacks/resumeUrl';
import type { Failure } from '../errors/Failure';
import type { GenerationRequest } from '../generated/types';
import { isLoopback } from '../urls/checkUrl';
import { buildRequest } from './buildRequest';
import { defaults } from './fields/options';
import { readMedia } from './media/readMedia';
import { readInputs } from './readInputs';

/** What the checks made of an item: a request to send, or why there is none. */
export type Plan =
  | {
      request: GenerationRequest;
      /**
       * The request as JSON with names in place of signed links: the same on every try, and fit to
       * be shown.
       */
      fingerprint: string;
    }
  | { failure: Failure };

/**
 * Checks every item before the first request of the batch goes out. Asks nobody, sends nothing.
 *
 * @param context - the running node
 * @param baseUrl - where the service is, to tell whether it can reach this machine
 */
export function planItems(context: IExecuteFunctions, baseUrl: string): Plan[] {
  const execution: Execution = {
    serviceIsLocal: isLoopback(new URL(baseUrl).hostname),
    // Once for all items: it took over a third of the time of their checks.
    resumeUrl: readResumeUrl(context),
  };
  const plans = context.getInputData().map((_, index) => planItem(context, index, execution));

  const { maxVideos = defaults.maxVideos } = context.getNodeParameter('options', 0, {}) as {
    maxVideos?: number;
  };
  const wanted = plans.filter((plan) => 'request' in plan).length;
  if (maxVideos > 0 && wanted > maxVideos) return plans.map(() => tooMany(wanted, maxVideos));
  return plans;
}

/** What is the same for all items. */
interface Execution {
  serviceIsLocal: boolean;
  /** The address that resumes this execution; n8n signs it, so it is secret. */
  resumeUrl: string;
}

function planItem(
  context: IExecuteFunctions,
  itemIndex: number,
  { serviceIsLocal, resumeUrl }: Execution,
): Plan {
  const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
  const lifetimeHours = Number(options.fileLinkHours ?? defaults.fileLinkHours);
  const media = readMedia(context, itemIndex, { lifetimeHours, serviceIsLocal });
  const built = buildRequest(readInputs(context, itemIndex, media.inputs, resumeUrl));
  if (built.request && media.problems.length === 0) {
    media.stableNames.set(resumeUrl, 'resume URL of this execution');
    const stable = (_key: string, value: unknown) =>
      typeof value === 'string' ? (media.stableNames.get(value) ?? value) : value;
    return { request: built.request, fingerprint: JSON.stringify(built.request, stable) };
  }
  // A file that cannot be linked leaves its field empty; that follow-up is not worth a sentence.
  const [first, ...others] =
    media.problems.length > 0 ? media.problems : (built.problems as string[]);
  return {
    failure: {
      reason: 'invalidInput',
      message: first as string,
      description: [
        `Item ${itemIndex} was not sent, so nothing was paid for it. Correct the field and run again.`,
        ...others,
      ].join(' '),
    },
  };
}

function tooMany(wanted: number, maxVideos: number): Plan {
  return {
    failure: {
      reason: 'tooManyVideos',
      message: `Expected at most ${maxVideos} videos in this run, got ${wanted}`,
      description:
        'Nothing was sent, so nothing was paid. Send fewer items, or raise "Most Videos per Run" in the node’s options.',
    },
  };
}
