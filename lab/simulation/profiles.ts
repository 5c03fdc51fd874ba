/** Progress (percent) that a service reports after a share (0 to 1) of a task's time; undefined: none. */
export type Profile = (share: number) => number | undefined;

/** Ways in which services report progress; none of them is known to be this service's. */
export const profiles: Record<string, Profile> = {
  linear: (share) => 100 * share,
  'front-loaded': (share) => 100 * (1 - (1 - share) ** 3),
  'back-loaded': (share) => 100 * share ** 3,
  stalled: (share) => (share < 0.3 ? 200 * share : share < 0.9 ? 60 : 60 + 400 * (share - 0.9)),
  'stalled near the end': (share) => Math.min(475 * share, 95),
  jumping: (share) => [0, 10, 10, 40, 40, 45, 80, 80][Math.floor(share * 8)],
  absent: () => undefined,
  'always zero': () => 0,
  backward: (share) =>
    share < 0.4 ? 200 * share : share < 0.6 ? 100 * share - 10 : 125 * share - 25,
};
