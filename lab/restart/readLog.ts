import { readFile } from 'node:fs/promises';

/** What n8n wrote into its logs, as far as it tells of trouble. */
export interface Trouble {
  /** Lines of level "error", whoever caused them. */
  errors: string[];
  /** Those of them that do not come from a machine without a way to n8n's own servers. */
  ours: string[];
  /** Executions that n8n, at its start, took for crashed, by their IDs. */
  foundUnfinished: string[];
}

/** n8n asks its makers for news of its registry of servers. */
const isOurs = (text: string) =>
  !/api\.n8n\.io|system task run failed/i.test(text) && !isOfDriver.test(text);

/** The first order comes before n8n knows the webhook. */
const isOfDriver = /requested webhook \W+POST|webhook is not registered for POST/;

/** Reads logs that n8n wrote with N8N_LOG_FORMAT=json. What is not JSON is a stack trace, or worse. */
export async function readTrouble(logFiles: readonly string[]): Promise<Trouble> {
  const errors: string[] = [];
  const foundUnfinished: string[] = [];
  for (const logFile of logFiles)
    for (const line of (await readFile(logFile, 'utf8')).split('\n')) {
      const entry = parse(line);
      if (entry?.level === 'error' || (entry === undefined && /error/i.test(line)))
        errors.push(line);
      const found = /Found unfinished executions: ([\d, ]+)/.exec(entry?.message ?? '');
      if (found !== null) foundUnfinished.push(...found[1]!.split(', '));
    }
  return { errors, ours: errors.filter(isOurs), foundUnfinished };
}

function parse(line: string): { level: string; message: string } | undefined {
  try {
    return JSON.parse(line) as { level: string; message: string };
  } catch {
    return undefined;
  }
}
