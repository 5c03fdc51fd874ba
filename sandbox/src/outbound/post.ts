import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { bounds } from '../bounds.ts';
import { describeFailure, openRequest } from './openRequest.ts';

/** What came of a POST to a receiver. */
export interface Delivery {
  /** Whether the receiver answered 2xx. */
  taken: boolean;
  httpStatus: number | undefined;
  outcome: string;
}

// Each receiver has a queue of its own, so one that is down holds up no other.
const atOnceOfReceiver = { maxSockets: bounds.callbacksAtOnceOfReceiver };
const agents: Record<string, http.Agent> = {
  'http:': new http.Agent(atOnceOfReceiver),
  'https:': new https.Agent(atOnceOfReceiver),
};

/**
 * Posts a callback body once. Never throws: what goes wrong is the outcome.
 *
 * @param options.timeoutSeconds - for the answer, counted from when the receiver's turn comes
 * @param options.privateNetworks - whether receivers inside private networks are called
 */
export async function post(
  url: URL,
  body: object,
  { timeoutSeconds, privateNetworks }: { timeoutSeconds: number; privateNetworks: boolean },
  signal: AbortSignal,
): Promise<Delivery> {
  const agent = agents[url.protocol];
  const headers = { 'content-type': 'application/json', 'user-agent': 'video-generation-sandbox' };
  const options = { method: 'POST', agent, headers, signal };
  const request = openRequest(url, options, privateNetworks);
  const late = new Error(`no answer within ${timeoutSeconds} s`);
  let timer: NodeJS.Timeout | undefined;
  request.once('socket', () => {
    timer = setTimeout(() => request.destroy(late), timeoutSeconds * 1000);
  });
  try {
    request.end(JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.destroy();
    const status = response.statusCode ?? 0;
    const taken = status >= 200 && status < 300;
    return { taken, httpStatus: status, outcome: `${taken ? 'taken' : 'refused'}: ${status}` };
  } catch (error) {
    const outcome = `not delivered: ${describeFailure(error as Error)}`;
    return { taken: false, httpStatus: undefined, outcome };
  } finally {
    clearTimeout(timer);
  }
}
