import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readExecution, untilEnded } from '../../playground/index.ts';
import { chain } from '../e2e/realN8n.ts';
import {
  afterNode,
  createAndWait,
  createNode,
  itemsOf,
  ledger,
  line,
  loop,
  messageOf,
  note,
  onEngine2,
  real,
  rowsNode,
  run,
  start,
  startNode,
  table,
  untilOrdered,
  untilStarted,
  useEngine2,
  waitNode,
} from './rig.ts';
import { page, writePage } from './table.ts';

useEngine2();

const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id);
const idsAfter = (execution: Parameters<typeof itemsOf>[0]) =>
  itemsOf(execution).map(({ json }) => json.id);
const finished = expect.objectContaining({ outcome: 'completed', paid: 'yes' });

describe('a loop on Engine 2.0', () => {
  it('orders the video of each row', async () => {
    const execution = await run(loop('rows', ['rows a', 'rows b', 'rows c'], [createNode()]));
    const tasks = await note('**Create Video** in Loop Over Items, three rows', 'rows', execution);
    expect(execution.status).toBe('success');
    expect(tasks.map(({ prompt }) => prompt)).toEqual(['rows a', 'rows b', 'rows c']);
    expect(idsAfter(execution)).toEqual(ids(tasks));
  });

  it('waits for the video of each row', async () => {
    const prompts = ['each a sandbox:takes=2', 'each b sandbox:takes=2'];
    const execution = await run(loop('each', prompts, [createAndWait()]));
    const tasks = await note('**Create and Wait** in Loop Over Items, two rows', 'each', execution);
    expect(tasks.map(({ prompt }) => prompt)).toEqual(prompts);
    expect(idsAfter(execution)).toEqual(ids(tasks));
    expect(itemsOf(execution).map(({ json }) => json)).toEqual([finished, finished]);
  });

  it('keeps to the most videos of the whole execution', async () => {
    const limited = [
      createNode({ options: { spendingLimit: { limit: { videos: 2, per: 'execution' } } } }),
    ];
    const execution = await run(loop('most', ['most a', 'most b', 'most c', 'most d'], limited));
    const tasks = await note(
      'four rounds, with **Spending Limit** of 2 per execution',
      'most',
      execution,
    );
    expect(tasks).toHaveLength(2);
    expect(execution.status).toBe('error');
    expect(messageOf(execution)).toBe(
      'This would make 1 video, but the Spending Limit of 2 per execution leaves room for none. Nothing was charged for it. Run fewer rows, or raise Spending Limit in the options.',
    );
  });

  it('counts what the videos of earlier rounds came to, whatever that was', async () => {
    const limited = createAndWait(
      { options: { spendingLimit: { limit: { videos: 2, per: 'execution' } } } },
      { onError: 'continueRegularOutput' },
    );
    const prompts = ['came a sandbox:fail', 'came b sandbox:result-expires', 'came c', 'came d'];
    const execution = await run(loop('came', prompts, [limited]));
    const tasks = await note(
      'the same, where the videos fail and **On Error** continues',
      'came',
      execution,
    );
    expect(tasks).toHaveLength(2);
    expect(itemsOf(execution)).toHaveLength(4);
  });
});

describe('a wait on Engine 2.0', () => {
  it('stays awake and brings the file, in one node', async () => {
    const nodes = [createAndWait({ download: true })];
    const execution = await run(line('one', ['one sandbox:takes=3'], nodes));
    expect(await note('**Create and Wait** with download', 'one', execution)).toHaveLength(1);
    expect(itemsOf(execution)).toMatchObject([{ json: finished, binary: { data: {} } }]);
  });

  it('stays awake and brings the files, in two nodes', async () => {
    const prompts = ['two a sandbox:takes=3', 'two b sandbox:takes=1'];
    const execution = await run(line('two', prompts, [createNode(), waitNode({ download: true })]));
    const tasks = await note(
      '**Create Video**, then **Wait for Video** with download, two rows',
      'two',
      execution,
    );
    expect(idsAfter(execution)).toEqual(ids(tasks));
    expect(itemsOf(execution)).toMatchObject(
      prompts.map(() => ({ json: finished, binary: { data: {} } })),
    );
  });

  it('hands on all items, together, where they were to come one by one', async () => {
    const nodes = [createAndWait({ waiting: { release: 'asTheyCome' } })];
    const execution = await run(line('come', ['come a', 'come b sandbox:takes=5'], nodes));
    expect(idsAfter(execution)).toEqual(
      ids(
        await note(
          '**As They Come**, one of two rows done long before the other',
          'come',
          execution,
        ),
      ),
    );
    expect(itemsOf(execution).map(({ json }) => json)).toEqual([finished, finished]);
  });

  it('names every task in the message when it fails, because nothing else is stored', async () => {
    const prompts = ['bad a sandbox:fail', 'bad b'];
    const execution = await run(line('bad', prompts, [createAndWait()]));
    const tasks = await note('**Create and Wait**, where one of two tasks fails', 'bad', execution);
    expect(execution.status).toBe('error');
    for (const { id } of tasks) expect(messageOf(execution)).toContain(id);
    expect(messageOf(execution)).toContain('change the request and create a new task');
  });

  it('names in the message what was charged when a row is refused', async () => {
    const prompts = ['mixed a', 'mixed b sandbox:server-error-after@createVideo'];
    const execution = await run(line('mixed', prompts, [createNode()]));
    const [accepted] = await note(
      '**Create Video**, where one of two answers is an error',
      'mixed',
      execution,
    );
    expect(messageOf(execution)).toContain(`Created and charged: row 1 (${accepted!.id})`);
    expect(messageOf(execution)).toContain('May have been charged: row 2');
    // Retry answers 500 there.
    expect(messageOf(execution)).toContain('run the workflow with only the rows that');
    expect(messageOf(execution)).not.toContain('choose Retry');
  });

  it('brings home what was created where Retry On Fail is set, which is ignored there', async () => {
    const prompts = ['again a', 'again b sandbox:server-error-after@createVideo'];
    const tried = createAndWait({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
    const execution = await run(line('again', prompts, [tried]));
    const name = '**Create and Wait** with **Retry On Fail**, where one of two answers is an error';
    const tasks = await note(name, 'again', execution);
    expect(tasks).toHaveLength(2);
    expect(messageOf(execution)).toContain(`row 1, task ${tasks[0]!.id}, finished`);
  });

  it('makes items of what fails when it continues', async () => {
    const nodes = [createAndWait({}, { onError: 'continueRegularOutput' })];
    const prompts = ['goes a sandbox:fail', 'goes b'];
    const execution = await run(line('goes', prompts, nodes));
    await note(
      '**Create and Wait**, where one of two tasks fails and **On Error** continues',
      'goes',
      execution,
    );
    expect(itemsOf(execution).map(({ json }) => json)).toEqual([
      expect.objectContaining({ error: expect.stringContaining('failed') as string }),
      finished,
    ]);
  });

  it('stays in the execution where it is told to', async () => {
    const nodes = [createAndWait({ waiting: { stayAwake: true } })];
    const execution = await run(line('stay', ['stay a'], nodes));
    await note('**Stay in This Execution**', 'stay', execution);
    expect(itemsOf(execution).map(({ json }) => json)).toEqual([finished]);
  });
});

describe('a callback to an execution on Engine 2.0', () => {
  const refused =
    'Callback URL can’t resume an execution, because the workflow runs on n8n’s Engine 2.0. Give the address of a Video Finished Trigger. Nothing was charged. Correct the fields and run the workflow again.';

  it('is refused before anything is sent', async () => {
    const nodes = [createNode({ callbackUrl: '={{ $execution.resumeUrl }}' })];
    const execution = await run(line('call', ['call a'], nodes));
    const what = '**Callback URL** that resumes this execution';
    expect(await note(what, 'call', execution)).toEqual([]);
    expect(execution.status).toBe('error');
    expect(messageOf(execution)).toBe(refused);
  });
});

describe('Video Finished Trigger on Engine 2.0', () => {
  const webhookId = '5e1f7b0a-2d3c-4f6b-8a9e-7c1d0b2a3f4e';

  it('starts a workflow with the video that another one only created', async () => {
    const trigger = chain('on-finished', [
      {
        name: 'Video Finished Trigger',
        type: 'n8n-nodes-videogen.videoFinishedTrigger',
        webhookId,
        credentials: { videoGenApi: real.credential },
      },
      afterNode,
    ]);
    await real.editor.store(onEngine2(trigger));
    await real.editor.publish(trigger.id);
    const callbackUrl = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
    const nodes = [createNode({ callbackUrl })];
    await run(line('then', ['then sandbox:takes=1'], nodes));
    const [executionId] = await untilStarted(trigger.id);
    const started = await untilEnded(real.client, executionId!, 30_000);
    const tasks = await note(
      '**Create Video** calls **Video Finished Trigger**: the second workflow',
      'then',
      started,
    );
    expect(idsAfter(started)).toEqual(ids(tasks));
  });
});

describe('a classic workflow that Engine 2.0 calls', () => {
  const call = async (id: string, options: object) => {
    const child = chain(`${id}-child`, [startNode, createAndWait(), afterNode]);
    child.nodes[0] = {
      ...child.nodes[0]!,
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      parameters: { inputSource: 'passthrough' },
    };
    const childId = await real.editor.store(child);
    const parameters = { workflowId: { __rl: true, mode: 'id', value: childId }, options };
    const callNode = {
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters,
    };
    const prompts = [`${id} a sandbox:takes=2`, `${id} b sandbox:takes=4`];
    return await run(line(`${id}-parent`, prompts, [callNode]));
  };

  it('stays awake, and its caller gets all items', async () => {
    const parent = await call('sub', {});
    expect(idsAfter(parent)).toEqual(
      ids(await note('a workflow on the default engine, called with two rows', 'sub', parent)),
    );
    expect(itemsOf(parent).map(({ json }) => json)).toEqual([finished, finished]);
  });

  it('sleeps where its caller doesn’t wait', async () => {
    const parent = await call('alone', { waitForSubWorkflow: false });
    expect(parent.status).toBe('success');
    const tasks = await untilOrdered('alone', 2);
    const { results } = await real.client.get<{ results: { id: string; workflowId: string }[] }>(
      '/rest/executions',
    );
    const child = results.find(({ workflowId }) => workflowId === 'alone-child')!;
    const ended = await untilEnded(real.client, child.id, 60_000);
    expect(idsAfter(ended)).toEqual(ids(tasks));
    const runs = ended.data.resultData.runData['Create Video']!;
    expect(JSON.stringify(runs)).not.toContain('kept running');
  });
});

describe('what Engine 2.0 leaves to the docs', () => {
  it('lets its other workflows wait behind an awake one', async () => {
    const waiting = await start(line('slow', ['slow sandbox:takes=3'], [createAndWait()]));
    await untilOrdered('slow');
    const other = await run(line('quick', ['quick'], []));
    const name = 'another workflow, started while **Create and Wait** waits';
    await note(name, 'quick', other);
    expect(other.status).toBe('success');
    expect((await readExecution(real.client, waiting)).status).toBe('success');
  });

  it('calls an awake wait “running” for ever when it is killed, and n8n’s log has the task', async () => {
    const id = await start(line('kill', ['kill sandbox:takes=12'], [createAndWait()]));
    const [task] = await untilOrdered('kill');
    const { logFile } = real.n8n;
    const log = async () => await readFile(logFile, 'utf8');
    await expect.poll(log).toContain(task!.id);
    await real.killAndRestart();
    const execution = await readExecution(real.client, id);
    await note('n8n is killed while **Create and Wait** waits', 'kill', execution);
    expect(execution.status).toBe('running');
    // And the task is not lost to those who look it up there.
    const found = chain('found', [
      startNode,
      rowsNode([task!.id]),
      waitNode({ taskId: '={{ $json.prompt }}' }),
      afterNode,
    ]);
    const again = await run(onEngine2(found));
    expect(idsAfter(again)).toEqual([task!.id]);
    expect(await ledger('kill')).toHaveLength(1);
  });
});

// UPDATE_DOCS writes the table instead of comparing it.
it('stands in the docs, case by case', async () => {
  const { is, want } = await writePage(table);
  if (process.env.UPDATE_DOCS) await writeFile(page, want);
  else expect(is).toBe(want);
});
