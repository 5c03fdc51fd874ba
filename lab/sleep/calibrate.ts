import { BuiltCode, PlaceGone } from './builtNodes.ts';
import { families, plantedFaults, type PlantedFault } from './faults.ts';
import { playHistory } from './history.ts';
import { makePlan } from './makePlan.ts';

/** What became of a planted fault. */
export interface Finding {
  name: string;
  /** The first seed that finds it, from the first on; undefined when none does. */
  seed?: number;
  /** The promise that breaks there, and does not without the fault. */
  promise?: string;
  /** The place of the fault is not in the code any more. */
  isGone?: true;
}

const soundCode = new BuiltCode();
const soundlyBroken = new Map<number, Set<string>>();
const promiseOf = (broken: string) => broken.split(':')[0]!;

async function brokenWithout(seed: number): Promise<Set<string>> {
  let broken = soundlyBroken.get(seed);
  if (broken === undefined) {
    broken = new Set((await playHistory(seed, soundCode)).broken.map(promiseOf));
    soundlyBroken.set(seed, broken);
  }
  return broken;
}

/**
 * Plays histories with a planted fault until one breaks a promise that is kept without it.
 *
 * @param mostPlayed - as many of the fault's own family, at most
 */
export async function findFault(
  fault: PlantedFault,
  mostSeeds: number,
  mostPlayed = Infinity,
): Promise<Finding> {
  const { name, where } = fault;
  const mayTell = where === undefined ? () => true : families[where];
  let code: BuiltCode;
  try {
    code = new BuiltCode(fault);
  } catch (error) {
    if (error instanceof PlaceGone) return { name, isGone: true };
    throw error;
  }
  for (let seed = 1, played = 0; seed <= mostSeeds && played < mostPlayed; seed++) {
    const plan = makePlan(seed);
    if (!mayTell(plan)) continue;
    played += 1;
    let broken: string[];
    try {
      ({ broken } = await playHistory(seed, code, { plan }));
    } catch (error) {
      broken = [`throws: ${String(error)}`];
    }
    if (broken.length === 0) continue;
    const known = await brokenWithout(seed);
    const fresh = broken.find((one) => !known.has(promiseOf(one)));
    if (fresh !== undefined) return { name, seed, promise: promiseOf(fresh) };
  }
  return { name };
}

export const faultsNamed = (part: string) =>
  plantedFaults.filter(({ name }) => name.includes(part));
