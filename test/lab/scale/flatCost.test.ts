import { describe, expect, it } from 'vitest';
import { countSteps } from '../../../lab/scale/countSteps.ts';
import { runLoop, runWatcher, serviceFor, type Run } from '../../../lab/scale/waiting.ts';

const looks = 4;

const stepsPerAnswer = async (run: Run, tasks: number) => {
  const world = serviceFor(looks);
  const steps = await countSteps(async () => await run(world, tasks));
  return steps / world.answers;
};

describe('what an answer costs', () => {
  it.each<[string, (tasks: number) => Run]>([
    ['the loop of a running execution', () => runLoop],
    ['the watcher of one execution', (tasks) => runWatcher(tasks)],
    ['the watcher of executions of one task', () => runWatcher(1)],
  ])('does not grow with the number of tasks: %s', async (_, run) => {
    const few = await stepsPerAnswer(run(100), 100);
    const many = await stepsPerAnswer(run(5_000), 5_000);
    expect(few).toBeGreaterThan(5);
    // A heap of 5,000 is 6 levels deeper than one of 100.
    expect(many).toBeLessThan(few * 1.5);
  });
});
