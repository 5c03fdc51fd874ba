import { operations } from 'video-generation-openapi/constants';
import { bounds } from '../bounds.ts';
import { echo } from '../http/echo.ts';
import { ServiceError } from '../http/errors.ts';
import { isHttpAddress } from '../http/isHttpAddress.ts';
import { catalogue, type Fault, type FaultName, type Place } from './fault.ts';

const places = [...Object.keys(operations), 'file'];
const notation = /^([a-z-]+)(?:@(\w+))?(?:=([^*\s]+))?(?:\*(\d+))?$/;
const marker = /\bsandbox:([a-z][^\s,;]*)/g;
const worded: FaultName[] = ['fail', 'status', 'final-status', 'result-elsewhere'];

/** Says that a fault is not written as the sandbox expects; in a request, a 422. */
export class FaultNotationError extends ServiceError {
  constructor(message: string) {
    super(422, 'invalid_request', message);
  }
}

const range = (name: FaultName): [least: number, most: number] => {
  if (name.startsWith('server-error')) return [bounds.leastErrorStatus, bounds.mostErrorStatus];
  if (name === 'callback-doubled') return [0, bounds.callbackCopies];
  return [0, bounds.faultValue];
};

function checkValue(name: FaultName, value: string): void {
  if (name === 'result-elsewhere' && !isHttpAddress(value))
    throw new FaultNotationError(
      `Expected the value of ${name} to be an http or https address, got "${echo(value)}"`,
    );
  if (worded.includes(name)) return;
  const [least, most] = range(name);
  const number = Number(value);
  if (!(number >= least && number <= most))
    throw new FaultNotationError(
      `Expected the value of ${name} to be a number from ${least} to ${most}, got "${echo(value)}"`,
    );
}

/**
 * Reads a fault such as `reset`, `rate-limit@getTask=2*3` or `callback-doubled=3`.
 *
 * @throws FaultNotationError that says what was expected
 */
export function parseFault(text: string): Fault {
  const [, name = '', on, value, times] = notation.exec(text) ?? [];
  if (!Object.hasOwn(catalogue, name))
    throw new FaultNotationError(
      `Expected a fault (${Object.keys(catalogue).join(', ')}), written name@place=value*times, got "${echo(text)}"`,
    );
  if (on && !places.includes(on))
    throw new FaultNotationError(
      `Expected the place of a fault to be ${places.join(', ')}, got "${echo(on)}"`,
    );
  if (value !== undefined) checkValue(name as FaultName, value);
  if (Number(times) > bounds.faultTimes)
    throw new FaultNotationError(`Expected a fault at most ${bounds.faultTimes} times`);
  const place = on ?? catalogue[name as FaultName].on;
  return {
    name: name as FaultName,
    ...(place && { on: place as Place }),
    ...(value !== undefined && { value }),
    ...(times && { times: Number(times) }),
  };
}

/** The faults that a prompt asks for with words such as `sandbox:fail`. */
export const parsePrompt = (prompt: string): Fault[] =>
  Array.from(prompt.matchAll(marker), ([, text = '']) => parseFault(text.replace(/[.!?]$/, '')));
