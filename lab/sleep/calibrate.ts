import { BuiltCode, PlaceGone } from './builtNodes.ts';
import { plantedFaults, type PlantedFault } from './faults.ts';
import { playHistory } from './history.ts';

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

/** Plays histories with a planted fault until one breaks a promise that is kept without it. */
export async function findFault(fault: PlantedFault, mostSeeds: number): Promise<Finding> {
  const { name } = fault;
  let code: BuiltCode;
  try {
    code = new BuiltCode(fault);
  } catch (error) {
    if (error instanceof PlaceGone) return { name, isGone: true };
    throw error;
  }
  for (let seed = 1; seed <= mostSeeds; seed++) {
    let broken: string[];
    try {
      ({ broken } = await playHistory(seed, code));
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
