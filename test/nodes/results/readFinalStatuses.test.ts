import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskStatus } from '../../../nodes/generated/contract.ts';
import { readFinalStatuses } from '../../../nodes/results/readFinalStatuses.ts';

describe('readFinalStatuses', () => {
  const taken: [unknown, string[]][] = [
    ['canceled', ['canceled']],
    ['canceled, Expired ,', ['canceled', 'Expired']],
    [
      ['canceled', 'expired, gone'],
      ['canceled', 'expired', 'gone'],
    ],
    [
      ['canceled', 7],
      ['canceled', '7'],
    ],
    [7, ['7']],
  ];
  it.each(taken)('takes %o', (value, statuses) => {
    expect(readFinalStatuses(value)).toEqual({ value: statuses });
  });

  const refused: [unknown, string][] = [
    ['', 'Other Final Statuses is empty. List a status, or remove the option.'],
    [' , ', 'Other Final Statuses is empty.'],
    [[], 'Other Final Statuses is empty.'],
    [undefined, 'Other Final Statuses is empty.'],
    [[null], 'Other Final Statuses is empty.'],
    [true, 'must be text, but it holds true.'],
    [{ canceled: true }, 'must be text, but it holds an object.'],
    [['canceled', false], 'must be text, but it holds false.'],
    [[['canceled']], 'must be text, but it holds a list.'],
    ['canceled, completed', 'holds "completed", which this node knows already.'],
    ['Failed', 'holds "Failed", which this node knows already.'],
    [[' PENDING '], 'holds "PENDING", which this node knows already.'],
  ];
  it.each(refused)('refuses %o by name', (value, problem) => {
    expect(readFinalStatuses(value).problem).toContain(problem);
  });

  it('never throws, and never takes a word of the contract', () => {
    const words = fc.constantFrom(...Object.values(taskStatus), 'canceled', ' ', ',');
    const anything = fc.oneof(fc.anything(), fc.array(words).map(String), fc.array(words));
    fc.assert(
      fc.property(anything, (value) => {
        const { value: statuses, problem } = readFinalStatuses(value);
        if (statuses === undefined) return void expect(problem).toMatch(/^Other Final Statuses /);
        const plain = statuses.map((status) => status.toLowerCase());
        for (const word of Object.values(taskStatus)) expect(plain).not.toContain(word);
      }),
      { numRuns: 1_000 },
    );
  });
});
