import { describe, expect, it } from 'vitest';
import { bucket, openGate, refuse, window, type Limit } from './openGate.ts';

const atOnce =
  (places: number): Limit =>
  () => {
    let leaveAtMs: number[] = [];
    return (atMs) => {
      leaveAtMs = leaveAtMs.filter((ms) => ms > atMs);
      if (leaveAtMs.length >= places) return refuse(200);
      leaveAtMs.push(atMs + 200);
      return {};
    };
  };

/** Rows, the time by which all are made, and the requests that may be refused meanwhile. */
const services: Array<[name: string, Limit, rows: number, seconds: number, refused: number]> = [
  ['takes all', () => () => ({}), 1_000, 1.5, 0],
  ['takes 20 a second', bucket(20), 400, 21, 36],
  ['takes 120 in a minute', window(120, 60_000), 300, 134, 140],
  ['takes 1,000 in an hour', window(1_000, 3_600_000), 1_200, 3_650, 205],
  ['takes 10 at once', atOnce(10), 400, 22, 10],
  ['takes 20 a second and does not say when', bucket(20, false), 400, 20, 43],
];

describe('every row is made', () => {
  it.each(services)('by a service that %s', async (_, limit, rows, seconds, refused) => {
    const arrive = limit();
    const service = openGate((_nth, { atMs }) => arrive(atMs));
    service.sendMany(rows);
    await service.time.passUntil();
    expect(service.outcomes).toEqual(Array.from({ length: rows }, () => 'taken'));
    expect(service.time.nowMs() / 1_000).toBeLessThan(seconds);
    expect(service.log.length - rows).toBeLessThanOrEqual(refused);
  });
});
