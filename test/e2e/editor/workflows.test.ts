import { beforeAll, describe, expect, it } from 'vitest';
import { sleepTooltip } from '../../../nodes/sleep/resumeWebhook.ts';
import { importWorkflow, readExamples, withCredential } from '../../../playground/index.ts';
import { chain, staysAwake } from '../realN8n.ts';
import { tasksOf } from '../waiting.ts';
import { closeMessages } from './browser.ts';
import { shownFields } from './form.ts';
import { editor, real, useEditor } from './useEditor.ts';

/** What is used of the browser's video element. */
interface Played {
  duration: number;
  currentTime: number;
  seeking: boolean;
  /** From 2 on, there is a picture for the current time. */
  readyState: number;
}

/** A limit, in milliseconds, for what a run or a slow machine may take. */
const timeout = 180_000;

useEditor();

/** Opens an example in the editor, with the credential chosen, as `npm start` imports it. */
async function openExample(id: string) {
  const example = (await readExamples()).find((one) => one.id === id)!;
  await importWorkflow(
    real.client,
    withCredential(example, 'n8n-nodes-video-generation', 'videoGenerationApi', real.credential),
  );
  await editor.page.goto(`/workflow/${id}`);
  await onCanvas('Create Video').waitFor();
}

const ourNode = (type: string, parameters: object) => ({
  type: `n8n-nodes-video-generation.${type}`,
  credentials: { videoGenerationApi: real.credential },
  parameters,
});

/** The id of the execution of a workflow that began last. */
async function latest(workflowId: string) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await real.client.get<{ results: { id: string }[] }>(
    `/rest/executions?filter=${filter}`,
  );
  return results[0]!.id;
}

const onCanvas = (name: string) => editor.byId('canvas-node').filter({ hasText: name }).first();

const asleep = (name: string) =>
  onCanvas(name).and(editor.page.locator('.waiting')).waitFor({ timeout });

describe('the demo', () => {
  it('runs from the Execute button and plays its video in the output', async () => {
    await openExample('vgTextToVideo001');
    const { page, byId } = editor;
    await byId('execute-workflow-button').first().click();
    await page.getByText('Workflow executed successfully').first().waitFor({ timeout });
    await closeMessages(editor);
    await editor.shoot('demo');

    await onCanvas('Create Video').dblclick();
    await byId('output-panel').locator('[data-test-id="radio-button-binary"]').click();
    await byId('ndv-view-binary-data').first().click();
    const video = page.locator('video');
    await video.waitFor();
    const length = () => video.evaluate(({ duration }: Played) => duration);
    await expect.poll(length, { timeout }).toBeGreaterThan(4.5);
    await video.evaluate((played: Played) => (played.currentTime = 2));
    const isShown = () =>
      video.evaluate(({ seeking, readyState }: Played) => !seeking && readyState >= 2);
    await expect.poll(isShown, { timeout }).toBe(true);
    await editor.shoot('video');
  });
});

describe.skipIf(staysAwake)('a wait that sleeps', () => {
  const wait = 'Wait for Video';
  const id = 'asleep';
  async function execute(taskSeconds: number) {
    const prompt = `A paper boat sandbox:takes=${taskSeconds}`;
    await importWorkflow(
      real.client,
      chain(id, [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        { name: 'Create Video', ...ourNode('createVideo', { operation: 'create', prompt }) },
        { name: wait, ...ourNode('waitForVideo', {}) },
      ]),
    );
    await editor.page.goto(`/workflow/${id}`);
    await onCanvas(wait).waitFor();
    await editor.byId('execute-workflow-button').first().click();
  }

  // Longer than a slow machine takes for what is looked at meanwhile.
  beforeAll(async () => {
    await execute(900);
    await asleep(wait);
    await editor.shoot('asleep');
  });

  it('tells at its output what it waits for, and how far that is', async () => {
    const { page, byId } = editor;
    await onCanvas(wait).dblclick();
    const output = byId('output-panel');
    await output.getByText(sleepTooltip).waitFor();
    await output
      .getByText(/^Asleep since .* (Next check at|Checking again now).*task_\w+: \w+.*$/)
      .waitFor();
    await editor.shoot('asleep-output');
    await page.keyboard.press('Escape');
  });

  it('shows the video by itself when it is ready', async () => {
    await real.client.post(`/rest/executions/${await latest(id)}/stop`, {});
    await execute(20);
    // The message goes by itself.
    const message = editor.page.getByText('Workflow executed successfully').first();
    await Promise.all([asleep(wait), message.waitFor({ timeout })]);
    await closeMessages(editor);
    await editor.shoot('asleep-done');
  });
});

describe.skipIf(staysAwake)('Create and Wait that is stopped while it sleeps', () => {
  it('shows the task at its input, where it is opened among the executions', async () => {
    const id = 'stopped';
    const prompt = 'A boat that is stopped sandbox:takes=900';
    const create = { name: 'Create Video', ...ourNode('createVideo', { prompt }) };
    const nodes = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, create];
    await importWorkflow(real.client, chain(id, nodes));
    await editor.page.goto(`/workflow/${id}`);
    await editor.byId('execute-workflow-button').first().click();
    await asleep(create.name);
    const execution = await latest(id);
    await real.client.post(`/rest/executions/${execution}/stop`, {});
    const { page, shoot } = await editor.openAnother(`/workflow/${id}/executions/${execution}`);
    const onPage = page.locator('[data-test-id="canvas-node"]').filter({ hasText: create.name });
    await onPage.first().dblclick();
    const [task] = await tasksOf([prompt]);
    await page.locator('[data-test-id="ndv-input-panel"]').getByText(task!.id).waitFor();
    await shoot('stopped');
    await page.close();
  });
});

describe('the form of a tool of the AI Agent', () => {
  beforeAll(async () => {
    await openExample('vgAiAgent0000001');
    await onCanvas('Create Video').dblclick();
    await editor.byId('node-parameters').waitFor();
  });

  it('shows the fields of the node, and leaves the prompt to the model', async () => {
    await expect
      .poll(() => shownFields(editor))
      .toEqual(expect.arrayContaining(['toolDescription', 'mode', 'model', 'quality']));
    await editor.page.getByText('Defined automatically by the').first().waitFor();
    await editor.shoot('ai-tool');
  });
});
