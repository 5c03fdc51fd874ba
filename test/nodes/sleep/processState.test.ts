import { expect, it, vi } from 'vitest';
import type { Sleeper, WakeEnd } from '../../../nodes/call/Waker.ts';
import {
  leaveRosters,
  noteAwake,
  reach,
  rosterOf,
  wake,
  waker,
  watcher,
} from '../../../nodes/sleep/processState.ts';

const sleeper: Sleeper = { executionId: 'of state', resumeUrl: '', statusUrl: '' };
const callN8n = async () => ({ httpStatus: 200, text: '' });

/** Who sleeps in an account, the root of which is the execution. */
function fallAsleep() {
  const roster = rosterOf('account');
  roster.findRole(sleeper, callN8n);
  return roster;
}

it.each<[WakeEnd, object]>([
  ['awake', { released: 0, doubted: 0, isKept: true }],
  ['over', { released: 1, doubted: 0, isKept: false }],
  ['givenUp', { released: 0, doubted: 1, isKept: true }],
])('lets an execution go only once it is over, and doubts n8n’s address: %s', async (end, want) => {
  vi.spyOn(waker, 'wake').mockResolvedValueOnce(end);
  const release = vi.spyOn(watcher, 'release').mockReset();
  const doubt = vi.spyOn(reach, 'doubt').mockReset();
  const roster = fallAsleep();
  expect(await wake(sleeper, callN8n)).toBe(end);
  const [released, doubted] = [release, doubt].map(({ mock }) => mock.calls.length);
  expect({ released, doubted, isKept: rosterOf('account') === roster }).toEqual(want);
  leaveRosters(sleeper.executionId);
});

it('keeps the place of an execution that is awake and may sleep again, and of no other', () => {
  const roster = fallAsleep();
  noteAwake(sleeper.executionId, 'a sleep');
  expect(rosterOf('account')).toBe(roster);
  leaveRosters('another');
  expect(rosterOf('account')).toBe(roster);
  leaveRosters(sleeper.executionId);
  expect(rosterOf('account')).not.toBe(roster);
});
