import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { runNode, type NodeRun } from '../../../engine/runNode.ts';

export const task = (body: object): Reply => ({ status: 200, body });
export const idOf = (path: string) => decodeURIComponent(path.split('/').at(-1)!);
export const done = (path: string): Reply =>
  task({ status: 'completed', results: [`https://files.test/${idOf(path)}.mp4`] });

export interface Setup {
  /** The input, one per row. */
  rows?: object[];
  parameters?: object;
  more?: Partial<NodeRun>;
}

/** It has a video of its own, which must not look like a result. */
export const oneRow = [{ id: 'a', videoUrl: 'https://files.test/mine.mp4' }];

/** Runs Wait for Video with one second between its looks, and a minute in all. */
export const run = ({ rows = oneRow, parameters, more }: Setup, settings: object = {}) =>
  runNode({
    type: 'waitForVideo',
    items: rows.map((json) => ({ json: json as never })),
    settings,
    ...more,
    parameters: {
      download: false,
      ...parameters,
      options: {
        output: 'everything',
        keepInput: false,
        timeLimitMinutes: 1,
        intervalSeconds: 1,
        ...(parameters as { options?: object })?.options,
      },
    },
  });

/** A service that answers the n-th request so; every task is finished by default. */
export const answer = (reply: (path: string, nth: number) => Reply = done) => {
  let nth = 0;
  return fakeService(({ path }) => reply(path, nth++));
};
