import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import {
  type finalTaskStatuses,
  requestField,
  taskStatus,
} from 'video-generation-openapi/constants';
import { type AnyRequest } from '../contract/request.ts';
import { type Fault } from '../faults/fault.ts';
import { schema } from './schema.ts';
import {
  type CallbackAnswer,
  type CallbackAttempt,
  type CallbackPlan,
  type CallbackState,
  type Failure,
  type StoredTask,
} from './task.ts';

type Row = Record<string, SQLOutputValue>;

const optional = <T>(value: SQLOutputValue | undefined): T | undefined =>
  value === null ? undefined : (value as T | undefined);

const readTask = (row: Row): StoredTask => ({
  seq: row['seq'] as number,
  id: row['id'] as string,
  request: JSON.parse(row['request'] as string) as AnyRequest,
  faults: JSON.parse(row['faults'] as string) as Fault[],
  status: row['status'] as string,
  failure: row['failure'] ? (JSON.parse(row['failure'] as string) as Failure) : undefined,
  file: optional<string>(row['file']),
  createdMs: row['createdMs'] as number,
  finishedMs: optional<number>(row['finishedMs']),
  expiresMs: optional<number>(row['expiresMs']),
  callbackState: row['callbackState'] as CallbackState,
  callbackDueMs: optional<number>(row['callbackDueMs']),
});

const readAttempt = (row: Row): CallbackAttempt => ({
  taskId: row['taskId'] as string,
  attempt: row['attempt'] as number,
  kind: row['kind'] as string,
  sentMs: row['sentMs'] as number,
  httpStatus: optional<number>(row['httpStatus']),
  outcome: row['outcome'] as string,
});

const readCounts = (rows: Row[]) =>
  Object.fromEntries(rows.map(({ name, count }) => [name as string, count as number]));

export type Store = ReturnType<typeof openStore>;

/**
 * Opens the tasks of a data folder. Every write is on disk when its method returns, so a process
 * that is killed forgets nothing that it promised.
 *
 * @throws when the folder cannot be written or another sandbox has it open
 */
export function openStore(folder: string) {
  const db = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  // The exclusive lock keeps a second sandbox from rendering the same tasks again.
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
  );
  db.exec(schema);

  const statements = {
    insert: db.prepare(
      'INSERT INTO tasks (id, request, faults, status, createdMs) VALUES (?, ?, ?, ?, ?)',
    ),
    find: db.prepare('SELECT * FROM tasks WHERE id = ?'),
    latest: db.prepare(
      `SELECT * FROM tasks
       WHERE seq < :before AND (:search = '' OR id = :search OR instr(lower(request ->> '${requestField.prompt}'), lower(:search)))
       ORDER BY seq DESC LIMIT :limit`,
    ),
    unfinished: db.prepare('SELECT * FROM tasks WHERE status = ? ORDER BY seq'),
    count: db.prepare('SELECT status AS name, count(*) AS count FROM tasks GROUP BY status'),
    faults: db.prepare('UPDATE tasks SET faults = ? WHERE id = ?'),
    countCallbacks: db.prepare(
      `SELECT callbackState AS name, count(*) AS count FROM tasks
       WHERE callbackState <> 'none' GROUP BY callbackState`,
    ),
    // A task stays in the first final state that it reaches.
    finish: db.prepare(
      `UPDATE tasks SET status = :status, failure = :failure, file = :file, finishedMs = :nowMs,
         expiresMs = :expiresMs, callbackState = :callbackState, callbackDueMs = :callbackDueMs
       WHERE id = :id AND status = :unfinished`,
    ),
    expired: db.prepare('SELECT * FROM tasks WHERE file IS NOT NULL AND expiresMs <= ?'),
    dropFile: db.prepare('UPDATE tasks SET file = NULL WHERE id = ?'),
    dueCallbacks: db.prepare(
      `SELECT * FROM tasks WHERE callbackState = 'due' ORDER BY callbackDueMs`,
    ),
    setCallback: db.prepare('UPDATE tasks SET callbackState = ?, callbackDueMs = ? WHERE id = ?'),
    attempts: db.prepare('SELECT * FROM callbackAttempts WHERE taskId = ? ORDER BY attempt'),
    insertAttempt: db.prepare(
      `INSERT INTO callbackAttempts (taskId, attempt, kind, sentMs, outcome)
       SELECT :taskId, coalesce(max(attempt), 0) + 1, :kind, :sentMs, 'sent, no answer yet'
       FROM callbackAttempts WHERE taskId = :taskId RETURNING attempt`,
    ),
    endAttempt: db.prepare(
      'UPDATE callbackAttempts SET httpStatus = ?, outcome = ? WHERE taskId = ? AND attempt = ?',
    ),
  };

  const setCallback = (taskId: string, { state, dueMs }: CallbackPlan) =>
    void statements.setCallback.run(state, dueMs ?? null, taskId);

  return {
    insert(id: string, request: AnyRequest, faults: Fault[], nowMs: number): StoredTask {
      statements.insert.run(
        ...[id, JSON.stringify(request), JSON.stringify(faults)],
        ...[taskStatus.pending, nowMs],
      );
      return readTask(statements.find.get(id)!);
    },
    find(id: string): StoredTask | undefined {
      const row = statements.find.get(id);
      return row && readTask(row);
    },
    /** Adds a fault to a task; false when there is no such task. */
    addFault(id: string, fault: Fault): boolean {
      const row = statements.find.get(id);
      if (!row) return false;
      statements.faults.run(JSON.stringify([...readTask(row).faults, fault]), id);
      return true;
    },
    /**
     * The newest tasks, newest first.
     *
     * @param page - how many, before which number of a task, and what id or part of a prompt to look for
     */
    latest: ({ limit, before, search }: { limit: number; before: number; search: string }) =>
      statements.latest.all({ limit, before, search }).map(readTask),
    /** What a restart has to go on with, oldest first. */
    unfinished: () => statements.unfinished.all(taskStatus.pending).map(readTask),
    countByStatus: () => readCounts(statements.count.all()),
    countByCallback: () => readCounts(statements.countCallbacks.all()),
    /**
     * Gives a task its result, and its callback a due time, in one write.
     *
     * @returns false when the task had a result already
     */
    finish(
      id: string,
      result: {
        status: (typeof finalTaskStatuses)[number];
        failure?: Failure;
        file?: string;
        nowMs: number;
        expiresMs?: number;
        callbackDueMs?: number | undefined;
      },
    ): boolean {
      const { changes } = statements.finish.run({
        id,
        unfinished: taskStatus.pending,
        status: result.status,
        failure: result.failure ? JSON.stringify(result.failure) : null,
        file: result.file ?? null,
        nowMs: result.nowMs,
        expiresMs: result.expiresMs ?? null,
        callbackState: result.callbackDueMs === undefined ? 'none' : 'due',
        callbackDueMs: result.callbackDueMs ?? null,
      });
      return changes === 1;
    },
    expired: (nowMs: number) => statements.expired.all(nowMs).map(readTask),
    dropFile: (id: string) => void statements.dropFile.run(id),
    dueCallbacks: () => statements.dueCallbacks.all().map(readTask),
    setCallback,
    attempts: (taskId: string) => statements.attempts.all(taskId).map(readAttempt),
    /** Notes a delivery before it is sent, so that even a kill leaves a trace of it. */
    beginAttempt: (taskId: string, kind: string, sentMs: number) =>
      statements.insertAttempt.get({ taskId, kind, sentMs })!['attempt'] as number,
    /**
     * Notes what came of a delivery.
     *
     * @param next - what is to come after it, in the same write: a kill between the two would have
     *   what was taken delivered again
     */
    endAttempt(
      { taskId, attempt, httpStatus, outcome }: CallbackAnswer,
      next?: CallbackPlan,
    ): void {
      db.exec('BEGIN');
      try {
        statements.endAttempt.run(httpStatus ?? null, outcome, taskId, attempt);
        if (next) setCallback(taskId, next);
        db.exec('COMMIT');
      } catch (error) {
        // Left open, it would take in all that is written from then on.
        db.exec('ROLLBACK');
        throw error;
      }
    },
    /** Forgets every task and callback. */
    clear: () => db.exec('DELETE FROM tasks; DELETE FROM callbackAttempts'),
    close: () => db.close(),
  };
}
