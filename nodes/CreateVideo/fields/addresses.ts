import { requestField, requestFieldExamples } from '../../generated/contract';
import { checkUrl, isLoopback, readUrls, toWireUrl } from '../../links/urls';
import type { FormRow, RequestPart } from './FormRow';

/** @param instead - what to do if the service can't reach the address */
export function checkReach({ canReach }: FormRow, { hostname }: URL, instead: string) {
  if (canReach(hostname)) return undefined;
  return `must be an address that the service can reach, but "${hostname}" is only known inside your own network. ${instead}`;
}

/**
 * Reads the addresses of a field.
 *
 * @param check - says what is wrong with one, as the rest of a sentence
 * @returns the addresses as they are sent; undefined if a problem was reported
 */
export function readAddresses(
  row: FormRow,
  value: unknown,
  label: string,
  check: (url: URL) => string | undefined,
  isSingle = false,
): string[] | undefined {
  const urls = readUrls(value);
  if (isSingle && urls.length > 1) {
    row.report(`${label} must be a single web address, but there are ${urls.length}.`);
    return undefined;
  }
  const problems = urls.flatMap((url, index) => {
    const problem = checkUrl(url) ?? check(new URL(url));
    if (problem === undefined) return [];
    return [`${urls.length > 1 ? `${label}, entry ${index + 1},` : label} ${problem}`];
  });
  problems.forEach(row.report);
  return problems.length > 0 ? undefined : urls.map(toWireUrl);
}

export const callbackPart: RequestPart = {
  fields: [
    {
      displayName: 'Callback URL',
      name: 'callbackUrl',
      type: 'string',
      default: '',
      placeholder: `e.g. ${requestFieldExamples.callbackUrl[0]}`,
      description:
        'Where the service should report that the video is ready: the production URL of a Video Finished Trigger, or any address that accepts an HTTP POST. You don’t need it to wait.',
    },
  ],
  read(row) {
    const check = (url: URL) => checkCallback(row, url);
    const urls = readAddresses(row, row.options.callbackUrl, 'Callback URL', check, true);
    return { [requestField.callbackUrl]: urls?.[0] };
  },
};

function checkCallback(row: FormRow, url: URL): string | undefined {
  const { protocol, hostname, pathname } = url;
  if (/\/(webhook|form)-test\//.test(pathname))
    return 'must be a production URL, but it is a test URL, where n8n listens only while you try the workflow out. Copy the Production URL of the trigger.';
  if (protocol !== 'https:' && !isLoopback(hostname))
    return `must start with https://, but it starts with ${protocol}//${hostname}.`;
  const instead = 'Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address.';
  return checkReach(row, url, instead);
}
