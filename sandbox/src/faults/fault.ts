import { type operations } from 'video-generation-openapi/constants';

/** Where a request fault can strike: the service's operations, and the download of a video. */
export type Place = keyof typeof operations | 'file';

/** A fault that was asked for: what goes wrong, where, how often. */
export interface Fault {
  name: FaultName;
  /** Left out, a fault of a key strikes everywhere and a fault of a prompt the reads of its task. */
  on?: Place;
  value?: string;
  /** How many times it strikes; without it, always. */
  times?: number;
}

/**
 * What a fault spoils: `before` strikes a request before it has an effect, `after` when the work is
 * done and only the answer is left; `task` and `callback` belong to one task.
 */
export type Stage = 'before' | 'after' | 'task' | 'callback';

interface Entry {
  stage: Stage;
  meaning: string;
  /** Where it strikes unless another place is named. */
  on?: Place;
}

const define = <Name extends string>(entries: Record<Name, Entry>) => entries;

/** Every fault of the sandbox. The README's list is checked against it. */
export const catalogue = define({
  latency: { stage: 'before', meaning: 'waits the given milliseconds (1000) before it answers' },
  'rate-limit': {
    stage: 'before',
    meaning: '429 with Retry-After in seconds (1)',
  },
  'rate-limit-date': {
    stage: 'before',
    meaning: '429 with Retry-After as a date, the given seconds (1) from now',
  },
  'rate-limit-bare': { stage: 'before', meaning: '429 without Retry-After' },
  'no-credit': {
    stage: 'before',
    meaning: '402 to a create request: the balance is used up',
    on: 'createVideo',
  },
  'model-closed': {
    stage: 'before',
    meaning: '403 to a create request: no access to this model',
    on: 'createVideo',
  },
  'model-unknown': {
    stage: 'before',
    meaning: '404 to a create request: there is no such model',
    on: 'createVideo',
  },
  blocked: {
    stage: 'before',
    meaning: '400 to a create request: the prompt is not allowed',
    on: 'createVideo',
  },
  'server-error': { stage: 'before', meaning: 'the given 5xx status (503); nothing was done' },
  reset: { stage: 'before', meaning: 'the connection is reset; nothing was done' },
  hang: { stage: 'before', meaning: 'no answer, ever; nothing was done' },
  'server-error-after': {
    stage: 'after',
    meaning: 'the given 5xx status (502) although the work was done',
  },
  'reset-after': { stage: 'after', meaning: 'a reset although the work was done' },
  'hang-after': { stage: 'after', meaning: 'no answer, ever, although the work was done' },
  truncated: { stage: 'after', meaning: 'half of the answer, then the connection breaks' },
  'not-json': { stage: 'after', meaning: 'an HTML page with status 200' },
  empty: { stage: 'after', meaning: 'an empty body with status 200' },
  fail: { stage: 'task', meaning: 'the task fails, with the value as its code' },
  takes: { stage: 'task', meaning: 'the task takes at least the given seconds' },
  stuck: { stage: 'task', meaning: 'progress stays at the given percentage (42) for ever' },
  'no-progress': { stage: 'task', meaning: 'answers carry no progress' },
  status: { stage: 'task', meaning: 'unfinished, the task has the given unknown status (queued)' },
  'final-status': {
    stage: 'task',
    meaning: 'finished, the task has the given unknown status (canceled) and no results',
  },
  'no-results': { stage: 'task', meaning: 'completed, but without results' },
  'empty-results': { stage: 'task', meaning: 'completed, with an empty list of results' },
  'result-expires': { stage: 'task', meaning: 'the video is gone the given seconds (0) later' },
  'result-elsewhere': {
    stage: 'task',
    meaning: 'the result is on another host: the given base URL, or another name of this machine',
  },
  'callback-lost': { stage: 'callback', meaning: 'the callback is never sent' },
  'callback-doubled': { stage: 'callback', meaning: 'the callback is sent the given times (2)' },
  'callback-late': { stage: 'callback', meaning: 'the callback comes the given seconds (5) late' },
  'callback-early': {
    stage: 'callback',
    meaning: 'one more callback at once, while the task is unfinished',
  },
  'callback-forged': {
    stage: 'callback',
    meaning: 'one more callback at once, which claims a result that does not exist',
  },
});

export type FaultName = keyof typeof catalogue;

/** The fault of this name, if the list has it. */
export const findFault = (faults: Fault[], name: FaultName): Fault | undefined =>
  faults.find((fault) => fault.name === name);

/** A fault's value as a number, or the default that the catalogue names. */
export const faultNumber = (fault: Fault, otherwise: number): number =>
  fault.value === undefined ? otherwise : Number(fault.value);
