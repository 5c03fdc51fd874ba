import { heapBytes } from '../figures.ts';
import { outputOf, type Answers } from './startAnswers.ts';

/** What n8n's process holds, in megabytes. */
export interface Held {
  /** While all tasks are waited for. */
  whileWaitingMegabytes: number;
  /** When all is over, beyond what it was before. */
  afterCreatesMegabytes: number;
  afterWaitsMegabytes: number;
}

const rowsEach = 100;

/** A megabyte of what takes much more than that once it is read. */
const ballast = Array.from({ length: 20_000 }, (_, n) => `{"frame":${n},"marks":["a",{}],"x":[]}`);
const bodyOf = (record: string) => `{"id":"{{id}}",${record},"frames":[${ballast.join(',')}]}`;
const pending = { status: 200, body: bodyOf('"status":"pending","note":"on its way"') };
const completed = {
  status: 200,
  body: bodyOf('"status":"completed","results":["https://files.test/a.mp4"]'),
};

const megabytes = () => (heapBytes() + process.memoryUsage().external) / 1e6;

/**
 * Creates tasks and waits for as many, a hundred in an execution, with a service whose answers have
 * a megabyte.
 */
export async function measureHeld(service: Answers, tasks: number): Promise<Held> {
  const executions = Math.ceil(tasks / rowsEach);
  const runAll = async (type: 'createVideo' | 'waitForVideo') => {
    for (let n = 0; n < executions; n++) {
      const output = outputOf(await service.run(type, Math.min(rowsEach, tasks)));
      const good = output.filter(({ paid, error }) => paid === 'yes' && error === undefined);
      if (good.length < output.length) throw new Error(JSON.stringify(output).slice(0, 500));
    }
  };
  await service.give(completed);
  for (const type of ['createVideo', 'waitForVideo'] as const) await service.run(type, 10);

  await service.give(pending);
  const before = megabytes();
  await runAll('createVideo');
  const afterCreates = megabytes();

  const waiting = service.run('waitForVideo', Math.min(rowsEach, tasks));
  await service.asked(2 * Math.min(rowsEach, tasks));
  const whileWaiting = megabytes();
  await service.give(completed);
  await waiting;
  await runAll('waitForVideo');
  return {
    whileWaitingMegabytes: whileWaiting - afterCreates,
    afterCreatesMegabytes: afterCreates - before,
    afterWaitsMegabytes: megabytes() - afterCreates,
  };
}
