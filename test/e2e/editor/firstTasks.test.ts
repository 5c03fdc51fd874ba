import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importCredential,
  readExecution,
  untilEnded,
  waitFor,
  type Execution,
} from '../../../playground/index.ts';
import { startChatModel, type ChatModel } from '../examples/chatModel.ts';
import { startRealN8n, type RealN8n } from '../realN8n.ts';
import { openEditor, type Editor } from './browser.ts';
import { makeCarefulAgent, makePortraitClip, makeTenRows } from './firstTasks.ts';
import { Person } from './person.ts';

const timeout = 240_000;

let real: RealN8n;
let editor: Editor;
let photos: Server;
let model: ChatModel;

beforeAll(async () => {
  const photo = await readFile(new URL('../fixtures/first-frame.png', import.meta.url));
  photos = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
  });
  photos.listen(0, '127.0.0.1');
  await once(photos, 'listening');
  model = await startChatModel((answers) =>
    answers.length === 0
      ? { tool: /Create/, argument: 'A paper boat in the rain' }
      : { says: 'Here is your video' },
  );
  real = await startRealN8n();
  await importCredential(real.client, {
    name: 'Stand-in model',
    type: 'openAiApi',
    data: { apiKey: 'none', url: model.url, header: false },
  });
  editor = await openEditor(real);
});
afterAll(async () => {
  await editor?.close();
  await real?.stop();
  model?.close();
  photos?.close();
});

/** The newest execution that is not on the list. */
const nextExecution = async (known: string[]) =>
  await waitFor(
    async () => {
      const { results } = await real.client.get<{ results: { id: string }[] }>('/rest/executions');
      return results.find(({ id }) => !known.includes(id))?.id;
    },
    timeout,
    () => new Error('Nothing was executed'),
  );

const known: string[] = [];
const started = async () => {
  const id = await nextExecution(known);
  known.push(id);
  return id;
};
const ended = async () => await untilEnded(real.client, await started(), timeout);

const outputs = ({ data }: Execution, name: string) =>
  (data.resultData.runData[name]?.at(-1)?.data?.main ?? []).map((items) => items ?? []);

const tasksOfSandbox = async () => {
  const { url, apiKey } = real.sandbox;
  const headers = { authorization: `Bearer ${apiKey}` };
  return await (await fetch(`${url}/admin/tasks`, { headers })).text();
};

const tell = (task: string, { effort }: Person) =>
  console.log(`${task}: ${effort.clicks} clicks, ${effort.fields} fields`);

describe('a first task, from an empty editor', () => {
  it('is a portrait clip from a photo', async () => {
    const person = new Person(editor);
    const { port } = photos.address() as AddressInfo;
    await makePortraitClip(person, `http://127.0.0.1:${port}/me.png`);
    const execution = await ended();
    tell('A portrait clip from my photo', person);
    expect(execution.data.resultData.error).toBeUndefined();
    const [[clip]] = outputs(execution, 'Create Video') as [[{ binary: object; json: object }]];
    expect(clip.json).toMatchObject({ status: 'completed', paid: 'yes' });
    expect(clip.binary).toMatchObject({ data: { mimeType: 'video/mp4' } });
    expect(person.effort).toEqual({ clicks: 10, fields: 4 });
  });

  it('is ten rows, with what failed and what was paid', async () => {
    const person = new Person(editor);
    const rows = Array.from({ length: 10 }, (_, index) => ({
      json: { prompt: index === 2 ? '' : `Row ${index + 1}${index === 6 ? ' sandbox:fail' : ''}` },
    }));
    await makeTenRows(person, rows);
    const execution = await ended();
    tell('Ten rows: which failed, and what I paid', person);
    const [made, failed] = outputs(execution, 'Create Video');
    expect(made).toHaveLength(8);
    expect(made!.map(({ json }) => json.paid)).toEqual(Array(8).fill('yes'));
    expect(failed!.map(({ json }) => json.details)).toMatchObject([
      { paid: 'no', reason: 'invalidInput' },
      { paid: 'unknown', reason: 'failed' },
    ]);
    expect(person.effort).toEqual({ clicks: 12, fields: 4 });
  });

  it('is an agent that asks before it makes a video', async () => {
    const person = new Person(editor);
    const { page, byId } = editor;
    await makeCarefulAgent(person);
    await person.click(page.getByText('Open chat').first());
    await person.type(
      byId('chat-input').or(page.locator('.chat-input textarea')).first(),
      'A paper boat, please',
    );
    await page.keyboard.press('Enter');
    const id = await started();
    await waitFor(
      async () => (await readExecution(real.client, id)).status === 'waiting' || undefined,
      timeout,
      () => new Error('The agent did not ask'),
    );
    expect(await tasksOfSandbox()).not.toContain('A paper boat in the rain');
    await person.click(
      page
        .getByRole('button', { name: 'Approve' })
        .or(page.getByText('Approve', { exact: true }))
        .first(),
    );
    await untilEnded(real.client, id, timeout);
    tell('An agent that makes videos with my approval', person);
    await page.getByText('Here is your video').first().waitFor();
    expect(await tasksOfSandbox()).toContain('A paper boat in the rain');
    expect(person.effort).toEqual({ clicks: 17, fields: 5 });
  });
});
