import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step as timed } from '../../playground/report.ts';
import { runCommand } from './runCommand.ts';
import { fillIn, type Facts, type Step } from './publishWorkflow.ts';

/**
 * Runs the steps as GitHub would, each in a shell of its own that ends at the first fault.
 *
 * @param root folder of the clone
 * @param environment of every step, beside its own
 * @param facts what is known from the start, such as `secrets.NPM_TOKEN`
 * @throws with the end of the output of the step that failed
 */
export async function runSteps(
  steps: Step[],
  root: string,
  environment: NodeJS.ProcessEnv,
  facts: Facts,
): Promise<void> {
  const known: Facts = { ...facts };
  for (const { title, id, run, folder, env: written } of steps) {
    const env = Object.fromEntries(
      Object.entries(written).map(([key, value]) => [key, fillIn(value, known)]),
    );
    const cwd = join(root, folder ? fillIn(folder, known) : '.');
    const place = await mkdtemp(join(tmpdir(), 'video-generation-step-'));
    const output = join(place, 'output');
    await writeFile(output, '');
    const command = fillIn(run, known);
    try {
      await timed(title, () =>
        runCommand('bash', ['-e', '-c', command], {
          cwd,
          env: { ...environment, ...env, GITHUB_OUTPUT: output },
        }),
      );
      const given = (await readFile(output, 'utf8')).matchAll(/^(\w+)=(.*)$/gm);
      for (const [, key, value] of given) known[`steps.${id}.outputs.${key}`] = value!;
    } finally {
      await rm(place, { recursive: true });
    }
  }
}
