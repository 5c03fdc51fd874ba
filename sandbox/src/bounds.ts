const mebibyte = 1024 * 1024;

/**
 * What the sandbox takes at most. The contract shows no limits (section 8), so all of these are
 * the sandbox's own.
 */
export const bounds = {
  bodyBytes: mebibyte,
  jsonLevels: 32,
  headerBytes: 16 * 1024,
  idLetters: 200,
  requestSeconds: 30,
  longestSeconds: 120,
  leastShortSidePixels: 144,
  mostShortSidePixels: 2160,
  mostAspect: 4,
  drawnLetters: 4000,
  inputs: 20,
  imageBytes: 20 * mebibyte,
  videoBytes: 200 * mebibyte,
  audioBytes: 50 * mebibyte,
  inputSeconds: 30,
  leastErrorStatus: 500,
  mostErrorStatus: 599,
  faultValue: 1_000_000,
  faultTimes: 1_000_000,
  callbackCopies: 100,
  callbackAttempts: 5,
  callbackSeconds: 10,
  callbacksAtOnce: 2048,
  callbacksAtOnceOfReceiver: 8,
  requestsKept: 10_000,
  tasksOfAnswer: 10_000,
} as const;

const mebibytes = (bytes: number) => `${bytes / mebibyte} MiB`;
const count = (value: number) => value.toLocaleString('en');

const refused = '422';

/** Every bound in words: of what, the bound, and what is answered beyond it. The README has each. */
export const boundTable: [of: string, bound: string, beyond: string][] = [
  ['size of a body', mebibytes(bounds.bodyBytes), '413'],
  ['lists and objects within each other', `${bounds.jsonLevels} levels`, refused],
  ['address and headers together', `${bounds.headerBytes / 1024} KiB`, '431'],
  ['task id in an address', `${bounds.idLetters} letters`, '414'],
  ['time for a request to arrive', `${bounds.requestSeconds} s`, '408'],
  ['`duration`', `1 to ${bounds.longestSeconds}, whole seconds`, refused],
  [
    '`quality`',
    `${bounds.leastShortSidePixels}p to ${bounds.mostShortSidePixels}p, 2k, 4k`,
    refused,
  ],
  ['`aspect_ratio`', `1:${bounds.mostAspect} to ${bounds.mostAspect}:1, adaptive`, refused],
  ['`callback_url`', 'http or https', refused],
  ['letters of a prompt that are drawn', count(bounds.drawnLetters), 'the rest is left out'],
  ['inputs of a task', String(bounds.inputs), refused],
  ['an image', mebibytes(bounds.imageBytes), 'the task fails'],
  ['a video', mebibytes(bounds.videoBytes), 'the task fails'],
  ['an audio', mebibytes(bounds.audioBytes), 'the task fails'],
  ['time to fetch an input', `${bounds.inputSeconds} s`, 'the task fails'],
  ['status of `server-error`', `${bounds.leastErrorStatus} to ${bounds.mostErrorStatus}`, refused],
  ['number as the value of a fault', count(bounds.faultValue), refused],
  ['times that a fault strikes', count(bounds.faultTimes), refused],
  ['copies of `callback-doubled`', String(bounds.callbackCopies), refused],
  ['attempts to call back', String(bounds.callbackAttempts), 'given up'],
  ['time for a receiver to answer', `${bounds.callbackSeconds} s`, 'the attempt failed'],
  ['callbacks under way at once', count(bounds.callbacksAtOnce), 'they wait'],
  ['of them to one receiver', String(bounds.callbacksAtOnceOfReceiver), 'they wait'],
  ['tasks in an answer of `/admin/tasks`', count(bounds.tasksOfAnswer), '400'],
  ['requests in `/admin/requests`', count(bounds.requestsKept), 'the latest'],
];
