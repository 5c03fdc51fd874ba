import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../concurrency/inTurns';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { connectService, type Service } from './connectService';

/** n8n reads the credential from its database for each item. */
const readsAtOnce = 20;

/** The service as an item's credential names it, or why there is none. */
export type Connection =
  { service: Service; error?: undefined } | { service?: undefined; error: unknown };

/**
 * Opens the service for every item: an expression in the credential may name another account for
 * each. Items of one account share one service.
 *
 * @returns one per input item, in their order
 */
export async function connectServices(context: IExecuteFunctions): Promise<Connection[]> {
  const known: Service[] = [];
  const share = (service: Service): Service => {
    const same = known.find((other) => isSameAccount(other, service));
    if (same === undefined) known.push(service);
    return same ?? service;
  };
  const breathe = breather();
  return await mapConcurrently(context.getInputData(), readsAtOnce, async (_, itemIndex) => {
    await breathe();
    try {
      return { service: share(await connectService(context, itemIndex)) };
    } catch (error) {
      return { error };
    }
  });
}

const isSameAccount = (one: Service, other: Service) =>
  one.baseUrl === other.baseUrl && one.secrets[0] === other.secrets[0];
