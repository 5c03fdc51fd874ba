import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { beginPromises, errorOf, rememberingService, table } from './scene.ts';

beginPromises();

describe('3: every row is checked before the first request', () => {
  it('one message names each wrong row, and nothing is sent', async () => {
    const service = rememberingService();
    const test = table(['A', '', 'C', '   ', 'E']);
    test.nodes[1]!.parameters.duration = '={{ $json.prompt === "E" ? "soon" : 5 }}';
    const error = errorOf(await runWorkflow(test))!;
    const words = `${error.message} ${error.description}`;
    for (const row of [2, 4, 5]) expect(words).toMatch(new RegExp(`\\b${row}\\b`));
    expect(words).toContain('Prompt is empty');
    expect(words).toContain('Duration');
    expect(words).toMatch(/[Nn]othing was charged/);
    expect(service.requests).toEqual([]);
  });

  it('a wrong row among a thousand is found before any is paid', async () => {
    const service = rememberingService();
    const prompts = Array.from({ length: 1_000 }, (_, row) => (row === 999 ? '' : 'A boat'));
    const error = errorOf(await runWorkflow(table(prompts)))!;
    expect(`${error.message} ${error.description}`).toMatch(/1,?000/);
    expect(service.requests).toEqual([]);
  });
});
