import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  checkVideo,
  importCredential,
  publish,
  runDemo,
  runWorkflow,
  waitFor,
} from '../../playground/index.ts';
import { tasksIn } from './orderVideo.ts';
import { agentTrigger, importAgent } from './examples/agent.ts';
import { startChatModel } from './examples/chatModel.ts';
import { connectMcp } from './examples/mcp.ts';
import {
  callOwnTrigger,
  examples,
  importExample,
  items,
  node,
  ran,
  real,
  startedBy,
  untilDone,
  useRealN8n,
} from './examples/rig.ts';

let videosFolder: string;

// As at a service with a word of its own: the examples work unchanged.
useRealN8n(() => ({ modelFamily: 'x-2.0' }));
beforeAll(async () => {
  videosFolder = await mkdtemp(join(tmpdir(), 'video-generation-examples-'));
});
afterAll(async () => await rm(videosFolder, { recursive: true, force: true }));

// They wait more than they work.
describe('an example with a button', { concurrent: true }, () => {
  it.each(['vgImageToVideo01', 'vgReference00001', 'vgImagePair00001'])(
    '%s makes the video that it asks for',
    async (id) => {
      const { facts } = await runDemo(real.client, await importExample(id), videosFolder);
      expect(facts).toMatchObject({ width: 1280, height: 720 });
    },
  );

  it('orders what comes again no second time, and keeps its ID', async () => {
    const workflow = await importExample('vgOnceForEver001');
    const run = async () =>
      await untilDone(await runWorkflow(real.client, workflow.id, workflow.nodes[0]!.name));
    const first = await run();
    expect(items(first, 'Wait for Video')[0]!.json).toMatchObject({ status: 'completed' });
    const again = await run();
    expect(items(again, 'An Order')).toHaveLength(1);
    expect(again.data.resultData.runData['Create Video']).toBeUndefined();
  });

  it('sends each row of a spreadsheet to the list of videos or to the list of errors', async () => {
    const workflow = await importExample('vgSpreadsheet001');
    const id = await runWorkflow(real.client, workflow.id, workflow.nodes[0]!.name);
    const execution = await untilDone(id);
    const finished = items(execution, 'Finished Videos').map(({ json }) => json);
    expect(finished).toEqual(
      ['harbour', 'market'].map((name) => ({
        name,
        task: expect.stringMatching(/^task_/),
        video: expect.stringMatching(/^http/),
      })),
    );
    const failed = items(execution, 'What Went Wrong').map(({ json }) => json);
    expect(failed).toEqual([
      {
        name: 'broken',
        problem: 'Prompt is empty. Describe what the video should show.',
        next: expect.stringContaining('Nothing was charged'),
        task: '',
      },
    ]);
  });

  it('writes the video to disk', async () => {
    const workflow = await importExample('vgHandOn00000001');
    const id = await runWorkflow(real.client, workflow.id, workflow.nodes[0]!.name);
    const [saved] = items(await untilDone(id), 'Save the File');
    const file = join(real.n8n.filesFolder, `${String(saved!.json.id)}.mp4`);
    expect(await checkVideo(file, { duration: 5, width: 1280, height: 720 })).toBeDefined();
  });
});

describe('an example that waits for others', { concurrent: true }, () => {
  it('makes a video of the pictures that a person sends with the form', async () => {
    const workflow = await importExample('vgFormReference1');
    await publish(real.client, workflow.id);
    const picture = new Blob(
      [await readFile(new URL('./fixtures/first-frame.png', import.meta.url))],
      { type: 'image/png' },
    );
    const send = async () => {
      const form = new FormData();
      form.append('field-0', 'The square of image 1 turns into that of image 2');
      form.append('field-1', picture, 'first.png');
      form.append('field-1', picture, 'second.png');
      const url = `${real.n8n.url}/form/video-generation-references`;
      return (await fetch(url, { method: 'POST', body: form })).ok || undefined;
    };
    // The form is there a moment after the workflow is published.
    await waitFor(send, 30_000, () => new Error('The form is not there'));
    const execution = await untilDone(await startedBy(workflow));
    const [finished] = items(execution, 'Wait for Video');
    expect(finished!.json.status).toBe('completed');
    expect(finished!.binary!.data!.mimeType).toBe('video/mp4');
  });

  it('starts when a video is finished', async () => {
    const workflow = await importExample('vgOnFinished0001', callOwnTrigger);
    await publish(real.client, workflow.id);
    const created = await runWorkflow(real.client, workflow.id, workflow.nodes[0]!.name);
    const [task] = items(await untilDone(created), 'Create Video');
    const execution = await untilDone(await startedBy(workflow, created));
    const [finished] = items(execution, 'Get the File');
    expect(finished!.json).toMatchObject({ id: task!.json.id, status: 'completed' });
    expect(finished!.binary!.data!.mimeType).toBe('video/mp4');
  });
});

/** In editor.test.ts and by `npm start`, in lives.test.ts, and by `npm run chaos -- --recover`. */
const provenElsewhere = [
  ...['vgTextToVideo001', 'vgPipeline000001', 'vgStatement00001', 'vgRecovery000001'],
];

describe('an example for an agent', () => {
  /** What the model reads where it calls Create Video so often with the same words. */
  async function hear(argument: string, calls = 1) {
    let heard: string[] = [];
    const model = await startChatModel((answers) => {
      heard = answers;
      const isEnough = answers.length === calls;
      return isEnough ? { says: 'That is all.' } : { tool: 'Create_Video', argument };
    });
    onTestFinished(model.close);
    // The newest agent, which hands its calls to n8n’s engine.
    const workflow = await importAgent(model.url, 3.1);
    await untilDone(await runWorkflow(real.client, workflow.id, agentTrigger));
    return heard;
  }

  it('orders what the model asks for, which reads the ID', async () => {
    const [heard] = await hear('A paper boat');
    expect(heard).toMatch(/"id":"task_\w+","status":"pending","paid":"yes"/);
  });

  it('orders nothing again for a model that repeats a call whose answer was lost', async () => {
    const prompt = 'Lost sandbox:reset-after@createVideo';
    const [first, second] = await hear(prompt, 2);
    expect(first).toMatch(/may have been created and charged.*Don’t call this tool again/);
    expect(second).toBe(first);
    const made = (await tasksIn(real.sandbox)).filter((task) => task.prompt === prompt);
    expect(made).toHaveLength(1);
  });
});

describe('an example for other programs', () => {
  const token = 'a-token-of-the-test';

  it('gives an MCP client the tools to make a video, and tells it what they cost', async () => {
    const type = 'httpBearerAuth';
    const bearer = await importCredential(real.client, { name: 'MCP', type, data: { token } });
    const workflow = await importExample('vgMcpServer00001', (example) => {
      node(example, 'MCP Server Trigger').credentials = { [type]: bearer };
      const { parameters } = node(example, 'Create Video');
      expect(parameters.options).toEqual({ videosPerDay: 10 });
      parameters.options = { videosPerDay: 2 };
      return example;
    });
    await publish(real.client, workflow.id);
    const url = `${real.n8n.url}/mcp/video`;
    // The server is there a moment after the workflow is published.
    const client = await waitFor(
      () => connectMcp(url, token).catch(() => undefined),
      30_000,
      () => new Error('The MCP server is not there'),
    );
    try {
      const tools = await client.tools();
      expect(tools.map(({ name, fields }) => [name, fields])).toEqual([
        ['Create_Video', ['Prompt']],
        ['Wait_for_Video', ['Task_ID']],
      ]);
      expect(tools[0]!.description).toContain('Every call costs money');
      expect(tools[1]!.description).toContain('It costs nothing');

      const refused = await client.call('Create_Video', { Prompt: '  ' });
      expect(refused).toContain('Prompt is empty');
      expect(refused).toContain('Nothing was charged');

      const created = await client.call('Create_Video', {
        Prompt: 'A paper boat in the rain sandbox:takes=3',
      });
      const [taskId] = created.match(/task_\w+/)!;
      // The tool answers before its client gives up, and says to call it again: rendering may take longer.
      const videoUrl = await waitFor(
        async () => {
          const waited = await client.call('Wait_for_Video', { Task_ID: taskId });
          return waited.includes('completed') ? /http[^"\\]+\.mp4/.exec(waited)?.[0] : undefined;
        },
        180_000,
        () => new Error('The video is not ready'),
      );
      expect(videoUrl).toContain(taskId);

      const another = await client.call('Create_Video', { Prompt: 'Another boat' });
      expect(another).toMatch(/"id":"task_\w+".*"paid":"yes"/);
      expect(another).not.toContain(taskId);
      // Each call is an execution of its own, so only the limit per day holds them all.
      const third = await client.call('Create_Video', { Prompt: 'A third boat' });
      expect(third).toMatch(/2 Videos per Day is used up.*Nothing was charged/);
    } finally {
      await client.close();
    }
    await expect(connectMcp(url, 'another-token')).rejects.toThrow();
    await expect(connectMcp(url)).rejects.toThrow();
  });
});

describe('the folder of examples', () => {
  it('holds none that is not run here', () => {
    expect(
      examples.map(({ id }) => id).filter((id) => !ran.has(id) && !provenElsewhere.includes(id)),
    ).toEqual([]);
  });
});
