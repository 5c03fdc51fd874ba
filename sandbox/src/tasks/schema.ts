/** The tables of the sandbox's data file. Times are Unix milliseconds. */
export const schema = `
  CREATE TABLE IF NOT EXISTS tasks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    faults TEXT NOT NULL,
    status TEXT NOT NULL,
    failure TEXT,
    file TEXT,
    createdMs INTEGER NOT NULL,
    finishedMs INTEGER,
    expiresMs INTEGER,
    callbackState TEXT NOT NULL DEFAULT 'none',
    callbackDueMs INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS tasksByStatus ON tasks (status, seq);
  CREATE INDEX IF NOT EXISTS tasksByCallback ON tasks (callbackState, callbackDueMs);
  CREATE TABLE IF NOT EXISTS callbackAttempts (
    taskId TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sentMs INTEGER NOT NULL,
    httpStatus INTEGER,
    outcome TEXT NOT NULL,
    PRIMARY KEY (taskId, attempt)
  ) STRICT;
`;
