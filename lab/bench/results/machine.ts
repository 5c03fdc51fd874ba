import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { pinnedFolder, rootFolder } from '../../../playground/folders.ts';
import type { Machine } from './result.ts';

/** What a reader needs to know of the machine to judge the figures. */
export function describeMachine(): Machine {
  const pinned = JSON.parse(readFileSync(join(pinnedFolder, 'package.json'), 'utf8'));
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
    n8n: pinned.dependencies.n8n,
  };
}

const measured = ['nodes', 'credentials', 'sandbox', 'openapi'];

/** The latest commit of what is measured; with "+" when files differ from it. */
export function describeCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...measured], { cwd: rootFolder, encoding: 'utf8' });
  return git('log', '-1', '--format=%h').trim() + (git('status', '--porcelain') ? '+' : '');
}
