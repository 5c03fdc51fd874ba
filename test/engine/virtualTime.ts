import { afterEach, beforeEach, vi } from 'vitest';

const { setImmediate } = globalThis;

/** Rounds of the event loop without work, after which only a timer can bring more. */
const quietRounds = 5;
/**
 * What Node.js has under way besides timers. Its function without the underscore would list all
 * sockets as well, of which thousands are open by the end.
 */
const { _getActiveRequests: requestsUnderWay } = process as unknown as {
  _getActiveRequests(): object[];
};
const isWork = ({ constructor: { name } }: object) =>
  /^(FSReq|FileHandleCloseReq|GetAddrInfo)/.test(name);

/** Of what the nodes hash and sign, which Node.js does not name, so much is under way. */
let jobs = 0;
const { prototype } = SubtleCrypto;
for (const name of [
  'digest',
  'importKey',
  'sign',
  'verify',
  'deriveKey',
  'encrypt',
  'decrypt',
] as const) {
  const own = prototype[name] as (...given: unknown[]) => Promise<unknown>;
  const counted = async function (this: unknown, ...given: unknown[]) {
    jobs += 1;
    return await own.apply(this, given).finally(() => (jobs -= 1));
  };
  Object.defineProperty(prototype, name, { value: counted });
}

/**
 * Lets time stand still while a test works, and go on to the next timer when all of it waits: what
 * takes hours passes at once, whatever the load of the machine. Not beside a real server, whose answers
 * it would overtake.
 */
export function haveVirtualTime(): void {
  let test = { isOver: true };
  beforeEach(() => {
    test = { isOver: false };
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: Date.UTC(2030, 0, 1),
    });
    void passTime(test);
  });
  afterEach(async () => {
    test.isOver = true;
    // What is on its way ends with this test and not in the next one.
    await untilQuiet();
    vi.useRealTimers();
  });
}

async function passTime(test: { readonly isOver: boolean }): Promise<void> {
  while (!test.isOver) {
    await untilQuiet();
    if (!test.isOver && vi.isFakeTimers()) vi.advanceTimersToNextTimer();
  }
}

/**
 * Until nothing is under way but what waits for a timer, or for somebody else.
 *
 * @param inEachRound - done as long as anything works
 */
export async function untilQuiet(inEachRound = () => {}): Promise<void> {
  for (let quiet = 0; quiet < quietRounds;) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    inEachRound();
    quiet = jobs > 0 || requestsUnderWay().some(isWork) ? 0 : quiet + 1;
  }
}
