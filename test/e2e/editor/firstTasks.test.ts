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
import { nameNoMaker } from './browser.ts';
import { makeCarefulAgent, makePortraitClip, makeTenRows } from './firstTasks.ts';
import { Person } from './person.ts';
import { editor, real, useEditor } from './useEditor.ts';

const timeout = 240_000;

/** What the agent wants to make. */
const prompt = 'A paper boat in the rain';

let photos: Server;
let model: ChatModel;

useEditor();
beforeAll(async () => {
  const photo = await readFile(new URL('../fixtures/first-frame.png', import.meta.url));
  photos = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
  });
  photos.listen(0, '127.0.0.1');
  await once(photos, 'listening');
  model = await startChatModel((answers) =>
    answers.length === 0
      ? { tool: /Create/, argument: prompt }
      : { says: `Here is your video: ${answers[0]!.match(/http[^"]+\.mp4/)?.[0]}` },
  );
  await importCredential(real.client, {
    name: 'Stand-in model',
    type: 'openAiApi',
    data: { apiKey: 'none', url: model.url, header: false },
  });
});
afterAll(() => {
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
  return (await (await fetch(`${url}/admin/tasks`, { headers })).json()) as { prompt: string }[];
};
const made = async () => (await tasksOfSandbox()).filter((task) => task.prompt === prompt).length;

const tell = (task: string, { effort }: Person) =>
  console.log(`${task}: ${effort.clicks} clicks, ${effort.fields} fields`);

describe('a first task, from an empty editor', () => {
  it('makes a portrait clip from a photo in 7 clicks and 3 fields', async () => {
    const person = new Person(editor);
    const { port } = photos.address() as AddressInfo;
    await makePortraitClip(person, `http://127.0.0.1:${port}/me.png`);
    const execution = await ended();
    tell('A portrait clip from my photo', person);
    expect(execution.data.resultData.error).toBeUndefined();
    const [[clip]] = outputs(execution, 'Create Video') as [[{ binary: object; json: object }]];
    expect(clip.json).toMatchObject({ status: 'completed', paid: 'yes' });
    expect(clip.binary).toMatchObject({ data: { mimeType: 'video/mp4' } });
    expect(person.effort).toEqual({ clicks: 7, fields: 3 });
  });

  it('runs ten rows with an error output in 12 clicks and 4 fields', async () => {
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

  it('has an agent ask before it makes a video in 25 clicks and 8 fields', async () => {
    const person = new Person(editor);
    const said = editor.page.locator('.chat-message');
    await makeCarefulAgent(person, 'A paper boat, please');
    await said.getByText(`Make this video? ${prompt}`).waitFor({ timeout });
    const id = await started();
    await waitFor(
      async () => (await readExecution(real.client, id)).status === 'waiting' || undefined,
      timeout,
      () => new Error('The agent did not wait for the answer'),
    );
    await editor.byId('tidy-up-button').click();
    await editor.byId('zoom-to-fit').click();
    await editor.byId('zoom-out-button').click();
    const approve = said.getByRole('button', { name: 'Approve' });
    await approve.scrollIntoViewIfNeeded();
    await nameNoMaker(editor);
    await editor.shoot('agent-approval');
    expect(await made()).toBe(0);
    await person.click(approve);
    tell('An agent that makes videos with my approval', person);
    const link = new RegExp(`Here is your video: ${real.sandbox.url}/.+\\.mp4`);
    await said.getByText(link).waitFor({ timeout });
    expect((await untilEnded(real.client, id, timeout)).data.resultData.error).toBeUndefined();
    expect(await made()).toBe(1);
    expect(person.effort).toEqual({ clicks: 25, fields: 8 });
  });
});
