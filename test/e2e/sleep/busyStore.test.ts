import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExecution, untilEnded, untilWaiting } from '../../../playground/index.ts';
import { chosenLine } from '../lines/chosenLine.ts';
import { chain, startRealN8n, type RealN8n } from '../realN8n.ts';

const holdMs = { sleep: 8_000, wake: 5_000 };
let real: RealN8n;

// n8n 1 stores executions in another way.
describe.skipIf(!chosenLine.hasTokens)('an n8n that is slow to store executions', () => {
  beforeAll(async () => {
    const preload = fileURLToPath(new URL('slowStore.cjs', import.meta.url));
    real = await startRealN8n({
      env: {
        NODE_OPTIONS: `--require ${preload}`,
        HOLD_SLEEP_MS: String(holdMs.sleep),
        HOLD_WAKE_MS: String(holdMs.wake),
      },
    });
  });
  afterAll(async () => await real?.stop());

  it('wakes an execution whole that its timer meets on the way back to sleep', async () => {
    const { client, credential } = real;
    const credentials = { videoGenApi: credential };
    const made = chain('torn', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials,
        parameters: { prompt: 'torn sandbox:takes=85', callback: 'resumeExecution' },
      },
      {
        name: 'Wait for Video',
        type: 'n8n-nodes-videogen.waitForVideo',
        credentials,
        parameters: { waiting: { watch: false } },
      },
      { name: 'After', type: 'n8n-nodes-base.noOp' },
    ]);
    made.settings = { ...made.settings, saveExecutionProgress: true };
    await real.editor.store(made);
    const id = await real.editor.run(made.id);
    const wakesAtMs = await untilWaiting(client, id, 60_000);
    // A call that wakes it too early, so that it is on its way back to sleep when the timer looks.
    const early = wakesAtMs - holdMs.wake - 0.75 * holdMs.sleep;
    await sleep(Math.max(0, early - Date.now()));
    const { resumeToken } = (await readExecution(client, id)).data as { resumeToken?: string };
    const rung = await fetch(
      `${real.n8n.url}/webhook-waiting/${id}/videogen-callback?signature=${resumeToken}`,
      { method: 'POST' },
    );
    expect(rung.status).toBe(200);

    const { data } = await untilEnded(client, id, 240_000);
    const runs = data.resultData.runData.After ?? [];
    expect(runs.map((run) => run.data!.main![0]!.map(({ json }) => json))).toEqual([
      [expect.objectContaining({ outcome: 'completed' })],
    ]);
  });
});
