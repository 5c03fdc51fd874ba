import type { IDataObject } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { redact } from '../text/redact';

/** Fields that hold words for people in interfaces of this kind; the contract names none. */
const speaking = ['error', 'message', 'detail', 'reason'];
const ownFields: readonly string[] = Object.values(taskField);
const deepest = 4;
const longestRecord = 4_000;

/**
 * What the service says about a task beyond the contract's fields, in one line; empty when it says
 * nothing. Its `error` and `message` come first, whatever their shape.
 */
export function whatWasSaid(task: Task): string {
  const further = Object.entries(task).filter(([name]) => !ownFields.includes(name));
  return redact(speak(Object.fromEntries(further), deepest));
}

/** The task as it was told, for an error's details; only its text, cut, when it is very long. */
export function recordForDetails(task: Task): IDataObject | string {
  const text = JSON.stringify(task);
  return text.length <= longestRecord
    ? (task as unknown as IDataObject)
    : `${text.slice(0, longestRecord)}…`;
}

function speak(value: unknown, depth: number): string {
  if (value === null || value === undefined || depth === 0) return '';
  if (typeof value !== 'object') return String(value).trim();
  if (Array.isArray(value)) return join(value.map((entry) => speak(entry, depth - 1)));
  const entries = Object.entries(value).map(([name, inner]) => ({
    name,
    text: speak(inner, depth - 1),
  }));
  const said = join(
    speaking.map((name) => entries.find((entry) => entry.name === name)?.text ?? ''),
  );
  const rest = entries
    .filter(({ name, text }) => !speaking.includes(name) && text !== '')
    .map(({ name, text }) => `${name}: ${text}`)
    .join(', ');
  return said && rest ? `${said} (${rest})` : said || rest;
}

/** The different ones of these texts. */
const join = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '').join('; ');
