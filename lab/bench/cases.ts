import type { ServiceSettings } from './service/startService.ts';
import type { Contender } from './workflows.ts';

/** What is played in one go: so many executions of so many rows each. */
export interface Case {
  name: string;
  executions: number;
  rows: number;
  /** How long each video takes. */
  videoSeconds: number;
  service: Partial<ServiceSettings>;
  contenders: Contender[];
}

const both: Contender[] = ['own', 'byHand'];

const unlimited = {
  executions: 1,
  videoSeconds: 20,
  service: { latencyMs: 200 },
  contenders: both,
};

const limited = { ...unlimited, service: { latencyMs: 200, requestsPerSecond: 20 } };

export const cases: Case[] = [
  { ...unlimited, name: '1 row', rows: 1 },
  { ...unlimited, name: '200 rows', rows: 200 },
  { ...unlimited, name: '1,000 rows', rows: 1_000 },
  { ...limited, name: '200 rows, 20 requests a second', rows: 200 },
  { ...limited, name: '1,000 rows, 20 requests a second', rows: 1_000 },
  { ...limited, name: '200 executions, 20 requests a second', executions: 200, rows: 1 },
  {
    name: '200 executions asleep',
    executions: 200,
    rows: 1,
    videoSeconds: 20,
    service: {},
    contenders: ['own', 'waitNode', 'waitNodeUnread', 'byHand'],
  },
  {
    name: 'a file of 1 GB',
    executions: 1,
    rows: 1,
    videoSeconds: 1,
    service: { fileBytes: 1_000_000_000 },
    contenders: ['ownFile', 'byHandFile'],
  },
];

const bytesPerRow = 5_000_000;

/**
 * The same case with at most so many executions and rows, a limit that is as tight for them, and a
 * file of 5 MB for each. */
export function shrink(one: Case, most: number): Case {
  const share = Math.min(1, most / (one.executions * one.rows));
  const { requestsPerSecond, fileBytes, ...service } = one.service;
  return {
    ...one,
    executions: Math.min(one.executions, most),
    rows: Math.min(one.rows, most),
    service: {
      ...service,
      ...(fileBytes && { fileBytes: Math.min(fileBytes, most * bytesPerRow) }),
      ...(requestsPerSecond && { requestsPerSecond: Math.max(1, requestsPerSecond * share) }),
    },
  };
}
