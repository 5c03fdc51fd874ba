import { createRequire } from 'node:module';
import type * as agendaModule from '../../nodes/look/Agenda.ts';

const require = createRequire(import.meta.url);
const { Agenda } = require('../../.out/nodes/look/Agenda.js') as typeof agendaModule;

type Anything = (this: unknown, ...parts: unknown[]) => unknown;
type Holder = Record<string | symbol, Anything>;

/** What goes through many things in one step of the nodes' code, and through how many. */
const scanners: Array<[object, Array<string | symbol>, (self: unknown, made: unknown) => number]> =
  [
    [
      Object,
      ['entries', 'values', 'keys', 'fromEntries', 'assign'],
      (_, made) => Reflect.ownKeys(made as object).length,
    ],
    [
      Map.prototype,
      ['entries', 'values', 'keys', 'forEach', Symbol.iterator],
      (self) => (self as Map<unknown, unknown>).size,
    ],
    [
      Array.prototype,
      ['map', 'filter', 'some', 'every', 'find', 'findIndex', 'includes', 'sort', 'forEach'],
      (self) => (self as unknown[]).length,
    ],
    [Agenda.prototype, ['isBefore'], () => 1],
  ];

/**
 * Counts the things that are looked at while something runs: a figure for its cost that no other
 * process can change.
 */
export async function countSteps(run: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const restore: Array<() => void> = [];
  for (const [holder, names, stepsOf] of scanners)
    for (const name of names) {
      const original = (holder as Holder)[name]!;
      (holder as Holder)[name] = function (this: unknown, ...parts: unknown[]) {
        const made = original.apply(this, parts);
        steps += stepsOf(this, made);
        return made;
      };
      restore.push(() => ((holder as Holder)[name] = original));
    }
  try {
    await run();
    return steps;
  } finally {
    for (const undo of restore) undo();
  }
}
