import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importCredential,
  untilEnded,
  waitFor,
  type Execution,
} from '../../../playground/index.ts';
import { startRealN8n, type RealN8n } from '../realN8n.ts';
import { openEditor, type Editor } from './browser.ts';
import { makeCarefulAgent, makePortraitClip, makeTenRows } from './firstTasks.ts';
import { Person } from './person.ts';

const timeout = 240_000;

let real: RealN8n;
let editor: Editor;
let photos: Server;

beforeAll(async () => {
  const photo = await readFile(new URL('../fixtures/first-frame.png', import.meta.url));
  photos = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
  });
  photos.listen(0, '127.0.0.1');
  await once(photos, 'listening');
  real = await startRealN8n();
  await importCredential(real.client, {
    name: 'Stand-in model',
    type: 'openAiApi',
    data: { apiKey: 'none', url: 'http://127.0.0.1:9', header: false },
  });
  editor = await openEditor(real);
});
afterAll(async () => {
  await editor?.close();
  await real?.stop();
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

const tell = (task: string, { effort }: Person) =>
  console.log(`${task}: ${effort.clicks} clicks, ${effort.fields} fields`);

describe('a first task, from an empty editor', () => {
  it('makes a portrait clip from a photo in 10 clicks and 4 fields', async () => {
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

  it('builds an agent with a human review in 15 clicks and 4 fields', async () => {
    const person = new Person(editor);
    await makeCarefulAgent(person);
    tell('An agent that makes videos with my approval', person);
    expect(person.effort).toEqual({ clicks: 15, fields: 4 });
  });
});
