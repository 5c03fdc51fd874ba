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
  callbacksAtOnceOfReceiver: 8,
  requestsKept: 10_000,
  bodyKeptBytes: 64 * 1024,
  tasksOfAnswer: 10_000,
} as const;
