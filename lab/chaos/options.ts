import { parseArgs } from 'node:util';

/** What a run is to be. */
export interface ChaosOptions {
  seed: number;
  orders: number;
  kills: number;
  /** Who brings lost executions home: a person, the recovering workflow, or nobody needs to. */
  shape: 'person' | 'recover' | 'pipeline';
  /** n8n in queue mode instead of a single process. */
  queue: boolean;
  /** How often the sandbox sends a callback; 0 for never. */
  callbackTries: number;
  /** How long the service takes to answer a create request, so that more kills fall into one. */
  createSeconds: number;
  /** How many executions n8n runs at a time; 0 for no limit. Only a single process has one. */
  atOnce: number;
  /** How long n8n is left alone before each kill, so that whoever sleeps is on the root's list. */
  settleSeconds: number;
  /** Has n8n store each step, as the examples do. */
  saveProgress: boolean;
}

/** @throws Error that names the option and what was expected */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      orders: { type: 'string', default: '40' },
      kills: { type: 'string', default: '6' },
      recover: { type: 'boolean', default: false },
      pipeline: { type: 'boolean', default: false },
      queue: { type: 'boolean', default: false },
      callbacks: { type: 'string', default: 'retried' },
      'create-seconds': { type: 'string', default: '0' },
      'at-once': { type: 'string', default: '0' },
      settle: { type: 'string', default: '0' },
      'save-progress': { type: 'boolean', default: false },
    },
  });
  const tries = { retried: 5, once: 1, never: 0 }[values.callbacks];
  if (tries === undefined)
    throw new Error(`Expected --callbacks to be retried, once or never, got "${values.callbacks}"`);
  if (values.recover && values.pipeline)
    throw new Error('Choose one of --recover and --pipeline: a run proves one of them');
  if (values.queue && values['at-once'] !== '0')
    throw new Error('Choose one of --queue and --at-once: in queue mode n8n has no such limit');
  return {
    seed: readCount('seed', values.seed),
    orders: readCount('orders', values.orders),
    kills: readCount('kills', values.kills),
    shape: values.pipeline ? 'pipeline' : values.recover ? 'recover' : 'person',
    queue: values.queue,
    callbackTries: tries,
    atOnce: readCount('at-once', values['at-once']),
    settleSeconds: readCount('settle', values.settle),
    createSeconds: readCount('create-seconds', values['create-seconds']),
    // What looks after executions can do so only where n8n stores each step.
    saveProgress: values['save-progress'] || values.recover || values.pipeline,
  };
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`Expected --${name} to be a whole number, got "${text}"`);
}
