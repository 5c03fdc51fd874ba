import { describe, expect, it } from 'vitest';
import { LiveWait } from '../../../nodes/watch/LiveWait.ts';
import { startWait, waitForTasks, type WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, unfinished } from '../look/simulatedWorld.ts';

const intervalMs = 5_000;
const minuteMs = 60_000;
const waitFor = (taskIds: string[], nowMs = 0) =>
  new LiveWait(waitForTasks(startWait(), taskIds, nowMs, 30 * minuteMs), intervalMs);

describe('LiveWait', () => {
  it('gives each task that is due once, until it is observed', () => {
    const wait = waitFor(['a', 'b'], 10);
    expect(wait.due(9)).toEqual([]);
    expect(wait.due(10)).toEqual(['a', 'b']);
    wait.take('a');
    wait.take('b');
    expect(wait.nextAskAtMs).toBe(Infinity);
    wait.observe('a', unfinished(), 30);
    wait.observe('b', finished, 30);
    expect([wait.isOver, wait.nextAskAtMs]).toEqual([false, 5_030]);
    wait.observe('a', finished, 5_030);
    expect([wait.isOver, wait.nextAskAtMs]).toEqual([true, Infinity]);
  });

  it('looks by a time at the task that is named, or else at all that are open', () => {
    const wait = waitFor(['a', 'b', 'c']);
    wait.observe('a', unfinished(), 0);
    wait.observe('b', unfinished(), 0);
    wait.observe('c', finished, 0);
    wait.lookBy(100, 'a');
    expect(wait.due(100)).toEqual(['a']);
    wait.lookBy(50, 'b');
    expect(wait.due(100)).toEqual(['b', 'a']);
    wait.lookBy(10, 'c');
    expect(wait.due(10)).toEqual([]);
    wait.lookBy(40, 'of another execution');
    expect(wait.due(40)).toEqual(['a', 'b']);
  });

  it('writes what it read, also for ids that objects have by themselves, and changes nothing', () => {
    const ids = ['__proto__', 'constructor', '7', 'a'];
    const state = waitForTasks(startWait(), ids, 0, 1_000);
    const before = structuredClone(state);
    const wait = new LiveWait(state, intervalMs);
    expect(wait.write()).toEqual(state);
    wait.observe('__proto__', finished, 1);
    const written = wait.write();
    wait.observe('a', finished, 2);
    expect(state).toEqual(before);
    const read = new LiveWait(JSON.parse(JSON.stringify(written)) as WaitState, intervalMs);
    expect(read.due(1_000)).toEqual(['7', 'constructor', 'a']);
  });
});
