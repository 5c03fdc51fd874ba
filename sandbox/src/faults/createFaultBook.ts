import { createHash } from 'node:crypto';
import { type StoredTask } from '../tasks/task.ts';
import { catalogue, type Fault, type Place } from './fault.ts';
import { parseFault, parsePrompt } from './parse.ts';

/** A fault that was set through the admin API. */
export interface SetFault {
  fault: Fault;
  /** Limits the fault to the requests and new tasks of one key. */
  key?: string | undefined;
}

export type FaultBook = ReturnType<typeof createFaultBook>;

const ofRequest = ({ name }: Fault) => ['before', 'after'].includes(catalogue[name].stage);

// Counters of prompts whose create never got through would add up otherwise.
const countersKept = 10_000;

/** Knows which faults strike what, and how often they still do. Nothing of it outlives a restart. */
export function createFaultBook(keys: { key: string; faults: string[] }[]) {
  const ofKey = new Map(keys.map(({ key, faults }) => [key, faults.map(parseFault)]));
  let setFaults: (SetFault & { owner: string })[] = [];
  let setCount = 0;
  const counters = new Map<string, number>();

  /** Counts a strike; false when the fault has struck as often as it was to. */
  function spend(owner: string, fault: Fault): boolean {
    if (fault.times === undefined) return true;
    const counter = `${owner} ${JSON.stringify(fault)}`;
    const struck = counters.get(counter) ?? 0;
    if (struck >= fault.times) return false;
    counters.delete(counter);
    counters.set(counter, struck + 1);
    if (counters.size > countersKept) counters.delete(counters.keys().next().value as string);
    if (struck + 1 === fault.times) setFaults = setFaults.filter((set) => set.owner !== owner);
    return true;
  }

  const promptOwner = (key: string, prompt: string) =>
    `prompt ${createHash('sha256').update(`${key} ${prompt}`).digest('hex')}`;

  /** The faults that hold for a key: its own, and those set through the admin API. */
  const wide = (key: string | undefined): [owner: string, fault: Fault][] => [
    ...(ofKey.get(key ?? '') ?? []).map((fault): [string, Fault] => [`key ${key}`, fault]),
    ...setFaults
      .filter((set) => set.key === undefined || set.key === key)
      .map((set): [string, Fault] => [set.owner, set.fault]),
  ];

  return {
    /**
     * The faults that strike one request, each counted as having struck.
     *
     * @param about - whose request it is, and what it is about
     */
    strike(
      place: Place,
      about: { key?: string | undefined; prompt?: string; task?: StoredTask | undefined },
    ): Fault[] {
      const { key, prompt, task } = about;
      const candidates: [owner: string, fault: Fault][] = [
        ...wide(key).filter(([, fault]) => (fault.on ?? place) === place),
        ...(prompt === undefined ? [] : parsePrompt(prompt))
          .filter((fault) => fault.on === place)
          .map((fault): [string, Fault] => [promptOwner(key ?? '', prompt ?? ''), fault]),
        ...(task?.faults ?? [])
          .filter((fault) => (fault.on ?? 'getTask') === place)
          .map((fault): [string, Fault] => [`task ${task?.id}`, fault]),
      ].filter(([, fault]) => ofRequest(fault));
      const strikes: Fault[] = [];
      for (const [owner, fault] of candidates) {
        // One request can only break once; the next fault waits for the next request.
        const broken = strikes.some(({ name }) => name !== 'latency');
        if ((fault.name === 'latency' || !broken) && spend(owner, fault)) strikes.push(fault);
      }
      return strikes;
    },
    /** The faults that a new task carries. The prompt's count starts anew for its next task. */
    ofNewTask(key: string, prompt: string): Fault[] {
      const owner = promptOwner(key, prompt);
      for (const counter of counters.keys())
        if (counter.startsWith(owner)) counters.delete(counter);
      return [
        ...parsePrompt(prompt).filter(({ on }) => on !== 'createVideo'),
        ...wide(key)
          .filter(([owner, fault]) => !ofRequest(fault) && spend(owner, fault))
          .map(([, fault]) => fault),
      ];
    },
    /** The faults that were set and may still strike. */
    list: (): SetFault[] => setFaults.map(({ fault, key }) => ({ fault, key })),
    set: (fault: SetFault) => void setFaults.push({ ...fault, owner: `set ${(setCount += 1)}` }),
    clear: () => void (setFaults = []),
    /** Clears what was set, and starts every count anew. */
    reset(): void {
      setFaults = [];
      counters.clear();
    },
  };
}
