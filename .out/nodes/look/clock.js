"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.steadyClock = steadyClock;
exports.followClock = followClock;
exports.moveBack = moveBack;
exports.setBackByMs = setBackByMs;
exports.shiftContact = shiftContact;
exports.shiftTaskWait = shiftTaskWait;
function steadyClock(timeOfDayMs, steadyMs) {
    const aheadMs = timeOfDayMs() - steadyMs();
    return () => aheadMs + steadyMs();
}
function followClock(state, nowMs) {
    const moved = moveBack(state, setBackByMs(state.seenAtMs, nowMs));
    return { ...moved, seenAtMs: nowMs };
}
function moveBack(state, byMs) {
    if (byMs === 0)
        return state;
    const tasks = Object.entries(state.tasks).map(([taskId, taskWait]) => [
        taskId,
        shiftTaskWait(taskWait, byMs),
    ]);
    return {
        ...state,
        ...(state.seenAtMs !== undefined && { seenAtMs: state.seenAtMs - byMs }),
        ...shiftContact(state, byMs),
        pausedUntilMs: Math.max(0, state.pausedUntilMs - byMs),
        tasks: Object.fromEntries(tasks),
    };
}
function setBackByMs(seenAtMs, nowMs) {
    return Math.max(0, (seenAtMs ?? nowMs) - nowMs);
}
const shiftStreak = (streak, byMs) => streak && { ...streak, sinceMs: streak.sinceMs - byMs };
function shiftContact({ silence, keyRefusals }, byMs) {
    return { silence: shiftStreak(silence, byMs), keyRefusals: shiftStreak(keyRefusals, byMs) };
}
function shiftTaskWait(taskWait, byMs) {
    if (taskWait.outcome !== undefined)
        return taskWait;
    const { firstAskAtMs, firstProgress, earlierProgress, lastProgress, notFoundSinceMs } = taskWait;
    const shift = ({ percent, atMs }) => ({ percent, atMs: atMs - byMs });
    return {
        ...taskWait,
        startedAtMs: taskWait.startedAtMs - byMs,
        deadlineAtMs: taskWait.deadlineAtMs - byMs,
        nextAskAtMs: taskWait.nextAskAtMs - byMs,
        keyRefusals: shiftStreak(taskWait.keyRefusals, byMs),
        ...(firstAskAtMs !== undefined && { firstAskAtMs: firstAskAtMs - byMs }),
        ...(notFoundSinceMs !== undefined && { notFoundSinceMs: notFoundSinceMs - byMs }),
        ...(firstProgress && { firstProgress: shift(firstProgress) }),
        ...(earlierProgress && { earlierProgress: shift(earlierProgress) }),
        ...(lastProgress && { lastProgress: shift(lastProgress) }),
    };
}
