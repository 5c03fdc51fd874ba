"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mayBeReadAwake = void 0;
exports.mayBeQueuedTwice = mayBeQueuedTwice;
exports.timersLeft = timersLeft;
const usualDelayMs = 1_000;
const setAtMostMsAhead = 70_000;
function mayBeQueuedTwice({ timersMs, isRung, isQueuedBeside, nowMs, }) {
    if (isQueuedBeside)
        return true;
    const due = timersMs.filter((timerMs) => timerMs <= nowMs);
    if (isRung)
        return due.length > 0;
    return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);
}
function timersLeft({ timersMs, isRung, nowMs }) {
    const due = timersMs.filter((timerMs) => timerMs <= nowMs).length;
    const goneOff = isRung ? due : Math.max(due, 1);
    const left = timersMs.toSorted((one, other) => one - other).slice(goneOff);
    return left.filter((timerMs) => timerMs <= nowMs + setAtMostMsAhead);
}
const mayBeReadAwake = (timersMs, nowMs) => timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);
exports.mayBeReadAwake = mayBeReadAwake;
