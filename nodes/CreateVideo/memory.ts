import { sleep } from '../concurrency/sleep';
import { OrderKeys } from './pay/OrderKeys';
import { SentRequests } from './pay/SentRequests';
import { ToolCalls } from './pay/ToolCalls';

/** What this process remembers of its orders; it may be lost at any time. */
export const memory = {
  orderKeys: new OrderKeys({ sleep, random: Math.random }),
  sentRequests: new SentRequests(),
  toolCalls: new ToolCalls(),
};
