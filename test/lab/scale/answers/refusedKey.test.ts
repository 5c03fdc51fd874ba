import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestBlockMs, readMs } from '../../../../lab/scale/blocks.ts';
import { cpuMsSince } from '../../../../lab/scale/figures.ts';
import {
  outputOf,
  startAnswers,
  type Answers,
} from '../../../../lab/scale/answers/startAnswers.ts';

let service: Answers;

beforeAll(async () => {
  service = await startAnswers();
  await service.give({ status: 403, body: '{"error":{"message":"no such key"}}' });
});
afterAll(() => service.close());

it.each([
  ['createVideo', {}],
  ['waitForVideo', { operation: 'getStatus', options: {} }],
] as const)(
  'costs a row the same, however many rows have a refused key: %s',
  async (type, parameters) => {
    const cpuMsPerRow = async (rows: number) => {
      const cpu = process.cpuUsage();
      const output = outputOf(await service.run(type, rows, parameters));
      expect(output).toHaveLength(rows);
      expect(JSON.stringify(output.at(-1))).toContain('no such key');
      return cpuMsSince(cpu) / rows;
    };
    await cpuMsPerRow(100);
    const few = await cpuMsPerRow(200);
    let many = 0;
    const blockMs = await longestBlockMs(async () => (many = await cpuMsPerRow(800)));
    const reads = blockMs / readMs();
    console.log(
      `${type}: ${few.toFixed(2)} ms for each of 200 rows, ${many.toFixed(2)} ms for each of 800; longest block ${reads.toFixed(1)} reads of a megabyte`,
    );
    expect(many).toBeLessThan(3 * few);
    expect(reads).toBeLessThan(10);
  },
);
