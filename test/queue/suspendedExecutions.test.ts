import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCredential, importWorkflow, publish } from '../../playground/index.ts';
import { startCluster, type Cluster } from './n8n/startCluster.ts';
import { startService, type Service, type TakenTask } from './service/startService.ts';
import { liveThrough, type Life } from './story/live.ts';
import { awakeOrder, losesCallback, makeOrders } from './story/orders.ts';
import { readOutcomes, type Outcome } from './story/outcomes.ts';
import { count, layOut, type Figures } from './story/table.ts';
import { answer, makeVideo, type Order } from './workflows.ts';

const executions = 60;

const storyTimeoutMs = 20 * 60_000;

let orders: Order[];
let service: Service;
let cluster: Cluster;
let life: Life;
let outcomes: Outcome[];
let tasks: TakenTask[];
let figures: Figures;

beforeAll(async () => {
  service = await startService();
  cluster = await startCluster();
  const { client } = cluster;
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: service.url, apiKey: service.key },
  });
  for (const workflow of [makeVideo(credential), answer()]) {
    await importWorkflow(client, workflow);
    await publish(client, workflow.id);
  }
  orders = makeOrders(executions);
  life = await liveThrough(cluster, service, orders);
  outcomes = await readOutcomes(cluster);
  tasks = await service.listTasks();
  figures = count(life, suspended(), tasks);
  console.log(layOut(figures, life));
  if (figures.lost > 0) console.log((await cluster.logs()).match(/^Problem with.*$|^Marked.*$/gm));
}, storyTimeoutMs);

afterAll(async () => {
  await cluster?.stop();
  await service?.close();
});

const isAwake = ({ prompt }: { prompt: string }) => prompt === awakeOrder.prompt;
const suspended = () => outcomes.filter((outcome) => !isAwake(outcome));

describe('an execution that is suspended while its n8n is killed', () => {
  it('finishes, each with the video that was asked of it', () => {
    const promptOf = new Map(tasks.map(({ id, prompt }) => [id, prompt]));
    const wanted = orders.map(({ prompt }) => ({ status: 'success', prompt, video: prompt }));
    const got = suspended().map(({ status, prompt, finishedTask = '', file = '' }) => ({
      status,
      prompt,
      video: file.endsWith(prompt) ? promptOf.get(finishedTask) : `another file`,
    }));
    const byPrompt = (one: { prompt: string }, other: { prompt: string }) =>
      one.prompt.localeCompare(other.prompt);
    expect(got.sort(byPrompt)).toEqual(wanted.sort(byPrompt));
    expect(figures).toMatchObject({ executions: orders.length, kills: 6, lost: 0 });
  });

  it('creates its task once', () => {
    const prompts = [...orders, awakeOrder].map(({ prompt }) => prompt);
    expect(tasks.map(({ prompt }) => prompt).sort()).toEqual(prompts.sort());
    expect(figures.doubled).toBe(0);
  });

  it('wakes without a callback when that is lost', () => {
    const silent = tasks.filter(losesCallback);
    expect(silent.length).toBeGreaterThan(5);
    expect(silent.flatMap(({ callback }) => callback?.attempts ?? [])).toEqual([]);
    const finished = new Set(suspended().map(({ finishedTask }) => finishedTask));
    expect(silent.filter(({ id }) => !finished.has(id))).toEqual([]);
  });

  it('holds no slot of a worker and delays no other execution', () => {
    expect(life.atRest).toMatchObject({ waiting: orders.length, active: 0, queued: 0 });
    expect(life.answers).toMatchObject({ count: 20, waitingAfter: orders.length });
  });

  it('notes its task where n8n keeps it apart from its data', () => {
    expect(life.atRest.noted).toBe(orders.length);
  });
});

describe('an execution that is awake when its worker is killed', () => {
  it('is not resumed by n8n, but keeps the id of its task', () => {
    const [task] = tasks.filter(isAwake);
    const awake = outcomes.find(({ executionId }) => executionId === life.awakeId);
    expect(awake).toMatchObject({ createdTask: task!.id });
    expect(awake?.finishedTask).toBeUndefined();
  });

  it('gets its video when it is retried, without a second task', () => {
    const [task, ...more] = tasks.filter(isAwake);
    const [, ...retried] = outcomes.filter(isAwake);
    expect(more).toEqual([]);
    expect(retried).toMatchObject([{ status: 'success', finishedTask: task!.id }]);
    expect(retried[0]?.file?.endsWith(awakeOrder.prompt)).toBe(true);
  });
});
