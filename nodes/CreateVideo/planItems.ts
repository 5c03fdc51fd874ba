import type { IExecuteFunctions } from 'n8n-workflow';
import { buildRequest } from './buildRequest';
import type { Plan } from './createVideos';
import { readInputs } from './readInputs';

/** Checks every item before the first request of the batch goes out. Asks nobody, sends nothing. */
export function planItems(context: IExecuteFunctions): Plan[] {
  return context.getInputData().map((_, itemIndex) => {
    const { request, problems } = buildRequest(readInputs(context, itemIndex));
    if (request) return { request };
    return {
      failure: {
        reason: 'invalidInput',
        message: problems[0] as string,
        description: [
          `Item ${itemIndex} was not sent, so nothing was paid for it. Correct the field and run again.`,
          ...problems.slice(1),
        ].join(' '),
      },
    };
  });
}
