import type { MainProcess } from './MainProcess.ts';
import type { Status } from './Store.ts';

/** What n8n's main process does about executions that it takes for unfinished, as `MessageEventBus.performStartupRecovery`. */
export async function recoverAtStart(n8n: MainProcess): Promise<void> {
  const { eventLog, plan } = n8n.world;
  const logged = [...eventLog];
  const running = await n8n.store.select(n8n, ({ id, status }) =>
    status === 'running' ? id : undefined,
  );
  for (const id of new Set([...logged, ...running])) {
    await n8n.pass(plan.start.recoverEachMs * n8n.world.dice.between(0.5, 1.5));
    if (logged.includes(id)) await recoverFromLog(n8n, id);
    else await recoverWithoutLog(n8n, id);
  }
}

async function recoverFromLog(n8n: MainProcess, id: string): Promise<void> {
  const row = await n8n.store.read(n8n, id);
  if (row === undefined || ['success', 'error', 'canceled'].includes(row.status)) return;
  const { data, status, waitTillMs } = row;
  n8n.tell(`recovery: marks execution ${id}, read as ${status}`);
  n8n.world.noteMark(n8n, id, status);
  await n8n.store.update(n8n, id, { status: 'crashed', waitTillMs, data: () => data });
  // Its hooks store it once more, and what had a time to wake counts as waiting there.
  const then: Status = waitTillMs === undefined ? 'crashed' : 'waiting';
  await n8n.store.update(
    ...[n8n, id, { status: then, waitTillMs, data: () => data, finished: false }],
    { notCanceled: true },
  );
}

async function recoverWithoutLog(n8n: MainProcess, id: string): Promise<void> {
  const note = () => {
    n8n.world.noteMark(n8n, id, 'running');
    n8n.tell(`recovery: marks execution ${id}, which has no log`);
  };
  const crashed = { status: 'crashed' as Status, waitTillMs: undefined };
  await n8n.store.update(n8n, id, crashed, { status: 'running' }, note);
}
