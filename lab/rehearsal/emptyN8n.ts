import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createClient,
  demoWorkflowId,
  installN8n,
  loginAsOwner,
  runDemo,
  seed,
  startN8n,
  startSandbox,
  type RunningN8n,
  type RunningSandbox,
  type Workflow,
} from '../../playground/index.ts';
import { step } from '../../playground/report.ts';
import { npmInstall } from './npmInstall.ts';

const name = 'n8n-nodes-video-generation';

/** An n8n that began with nothing of ours in it. */
export interface EmptyN8n {
  /** Installs the package by hand, as n8n's documentation has it, and starts n8n again. */
  install(version: string): Promise<void>;
  /** Imports the examples, as their user. */
  importExamples(): Promise<void>;
  /** Runs the first example and checks its video; gives the id of the task. */
  runExample(): Promise<string>;
  /** The examples as n8n has stored them. */
  stored(): Promise<Workflow['nodes'][]>;
  /** Where the help of the nodes leads. */
  help(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts an n8n and the sandbox.
 *
 * @param folder for all their files
 * @param env of npm: where the registry is
 */
export async function startEmptyN8n(folder: string, env: NodeJS.ProcessEnv): Promise<EmptyN8n> {
  const userFolder = join(folder, 'n8n');
  const nodes = join(userFolder, '.n8n', 'nodes');
  await mkdir(nodes, { recursive: true });
  let n8n: RunningN8n | undefined;
  let examples: Workflow[] = [];
  const sandbox: RunningSandbox = await startSandbox({ dataFolder: join(folder, 'sandbox') });
  const client = async () => {
    const one = createClient(n8n!.url);
    await loginAsOwner(one);
    return one;
  };
  return {
    install: (version) =>
      step(`Installing ${name}@${version} into n8n`, async () => {
        await n8n?.stop();
        const flags = ['--legacy-peer-deps', '--ignore-scripts'];
        await npmInstall([`${name}@${version}`, ...flags], { cwd: nodes, env });
        const manifest = join(nodes, 'node_modules', name, 'package.json');
        assert.equal(JSON.parse(await readFile(manifest, 'utf8')).version, version);
        n8n = await startN8n({ installed: await installN8n(), userFolder });
      }),
    async importExamples() {
      examples = await seed(await client(), {
        packageName: name,
        service: sandbox,
        importedFile: join(folder, 'imported.json'),
      });
    },
    runExample: () =>
      step('Running a workflow', async () => {
        const example = examples.find(({ id }) => id === demoWorkflowId)!;
        return (await runDemo(await client(), example, join(folder, 'videos'))).taskId;
      }),
    async stored() {
      const one = await client();
      const workflows = examples.map(({ id }) => one.get<Workflow>(`/rest/workflows/${id}`));
      return (await Promise.all(workflows)).map((workflow) => workflow.nodes);
    },
    async help() {
      const types = await (
        await client()
      ).get<{ name: string; codex: { resources: { primaryDocumentation: { url: string }[] } } }[]>(
        '/types/nodes.json',
      );
      return types
        .filter((type) => type.name.startsWith(`${name}.`))
        .map(({ codex }) => codex.resources.primaryDocumentation[0]!.url);
    },
    async stop() {
      await n8n?.stop();
      await sandbox.stop();
    },
  };
}
