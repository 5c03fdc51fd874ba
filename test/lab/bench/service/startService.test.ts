import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations, requestField, taskStatus } from '../../../../nodes/generated/contract.ts';
import { falModel, falStatus } from '../../../../lab/bench/service/falWire.ts';
import { falPrefix, veoPrefix, type Service } from '../../../../lab/bench/service/service.ts';
import { startService } from '../../../../lab/bench/service/startService.ts';
import { promptTaking, silentPromptTaking } from '../../../../lab/bench/service/taskBook.ts';

let service: Service;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.stop());

type Answer = Record<string, string>;
const json = async (response: Response) =>
  (await response.json()) as Answer & { results: string[] };

const { method, path } = operations.createVideo;
const create = (prompt: string) =>
  fetch(service.url + path, { method, body: JSON.stringify({ [requestField.prompt]: prompt }) });
const read = async (id: string) =>
  json(await fetch(service.url + operations.getTask.path.replace(/\{.*?\}/, id)));

describe('the stand-in service', () => {
  it('finishes a task when its time is over, and counts how often it was asked', async () => {
    const { id } = await json(await create(promptTaking(3600)));
    expect(await read(id!)).toEqual({ id, status: taskStatus.pending, progress: 0 });
    service.book.tasks.get(id!)!.finishesAtMs = Date.now();
    const finished = await read(id!);
    expect(finished.status).toBe(taskStatus.completed);
    expect(service.book.tasks.get(id!)!.queries).toBe(2);
    expect(service.requests.map((request) => request.method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('keeps progress to itself when it is told to', async () => {
    const { id } = await json(await create(silentPromptTaking(3600)));
    expect(await read(id!)).toEqual({ id, status: taskStatus.pending });
  });

  it('gives as many bytes as its videos are to have', async () => {
    service.reset({ fileBytes: 300_001 });
    const { id } = await json(await create(promptTaking(0)));
    const { results } = await read(id!);
    expect((await (await fetch(results[0]!)).arrayBuffer()).byteLength).toBe(300_001);
  });

  it('makes no task of a request beyond the rate', async () => {
    service.reset({ requestsPerSecond: 1 });
    const answers = await Promise.all([create(''), create(''), create('')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(service.book.tasks.size).toBe(1);
  });

  it("speaks the wire format of n8n's Veo node about the same tasks", async () => {
    const base = `${service.url}${veoPrefix}/v1beta`;
    const body = JSON.stringify({ instances: [{ prompt: promptTaking(0) }], parameters: {} });
    const made = await fetch(`${base}/models/any:predictLongRunning`, { method: 'POST', body });
    const { name } = (await made.json()) as { name: string };
    expect([...service.book.tasks.keys()]).toEqual([name.split('/')[1]]);
    const { done, response } = (await (await fetch(`${base}/${name}`)).json()) as {
      done: boolean;
      response: { generateVideoResponse: { generatedSamples: { video: { uri: string } }[] } };
    };
    expect(done).toBe(true);
    const content = await fetch(response.generateVideoResponse.generatedSamples[0]!.video.uri);
    expect((await content.arrayBuffer()).byteLength).toBe(service.settings.fileBytes);
  });

  it("speaks as fal's queue does about the same tasks", async () => {
    type Queued = Record<'status' | 'request_id' | 'status_url' | 'response_url', string>;
    const get = async <T>(url: string) => (await (await fetch(url)).json()) as T;
    const body = JSON.stringify({ prompt: promptTaking(3600) });
    const made = await fetch(`${service.url}${falPrefix}/${falModel}`, { method: 'POST', body });
    const queued = (await made.json()) as Queued;
    expect([...service.book.tasks.keys()]).toEqual([queued.request_id]);
    expect(await get(queued.status_url)).toEqual(queued);
    expect(queued.status).toBe(falStatus.waiting);
    const task = service.book.tasks.get(queued.request_id)!;
    task.finishesAtMs = Date.now();
    expect(await get(queued.status_url)).toMatchObject({ status: falStatus.done });
    expect(task.queries).toBe(2);
    const { video } = await get<{ video: { url: string } }>(queued.response_url);
    const content = await (await fetch(video.url)).arrayBuffer();
    expect(content.byteLength).toBe(service.settings.fileBytes);
  });

  it('calls back once, when the task is finished', async () => {
    const callbackUrl = `${service.url}/elsewhere`;
    const body = { [requestField.prompt]: '', [requestField.callbackUrl]: callbackUrl };
    const created = await fetch(service.url + path, { method, body: JSON.stringify(body) });
    const { id } = await json(created);
    await expect.poll(() => service.book.tasks.get(id!)?.callback?.httpStatus).toBe(404);
    expect(service.requests.filter((request) => request.path === '/elsewhere')).toHaveLength(1);
  });
});
