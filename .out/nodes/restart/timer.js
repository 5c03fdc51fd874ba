"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.graceAfterTimerMs = exports.returnTimerMs = exports.leafTimerMs = exports.rootTimerMs = exports.soonestSetMs = exports.shortestSleepMs = void 0;
exports.timerMs = timerMs;
exports.shortestSleepMs = 65_000;
const longestSleepMs = 10 * 60_000;
const shareOfWait = 1 / 2;
const jitter = { watched: 1, unwatched: 0.1 };
const rootSleepPerTaskMs = 20;
exports.soonestSetMs = 70_000;
const rootRestMs = 30_000;
const rootTimerMs = ({ tasks }, { nowMs }) => Math.floor(nowMs() + exports.soonestSetMs + rootRestMs + rootSleepPerTaskMs * Object.keys(tasks).length);
exports.rootTimerMs = rootTimerMs;
const leafSleepMs = 30 * 60_000;
const leafTimerMs = ({ nowMs, random }) => Math.floor(nowMs() + leafSleepMs * (1 + random()));
exports.leafTimerMs = leafTimerMs;
const shortestReturnMs = exports.soonestSetMs + 5_000;
const longestReturnMs = 2 * 60 * 60_000;
const returnTimerMs = (nowMs, sinceMs) => Math.floor(nowMs + Math.min(Math.max(2 * (nowMs - sinceMs), shortestReturnMs), longestReturnMs));
exports.returnTimerMs = returnTimerMs;
exports.graceAfterTimerMs = 10_000;
function timerMs({ tasks, pausedUntilMs }, { nowMs, random }, isWatched) {
    let startedAtMs = Infinity;
    let deadlineAtMs = Infinity;
    for (const taskWait of Object.values(tasks)) {
        if (taskWait.outcome !== undefined)
            continue;
        startedAtMs = Math.min(startedAtMs, taskWait.startedAtMs);
        deadlineAtMs = Math.min(deadlineAtMs, taskWait.deadlineAtMs);
    }
    const shareMs = isWatched ? (nowMs() - startedAtMs) * shareOfWait : 0;
    const sleepMs = Math.min(Math.max(shareMs, exports.shortestSleepMs), longestSleepMs);
    const share = jitter[isWatched ? 'watched' : 'unwatched'] * random();
    const wakeAtMs = nowMs() + Math.min(sleepMs * (1 + share), longestSleepMs);
    return Math.floor(Math.min(Math.max(wakeAtMs, pausedUntilMs), deadlineAtMs));
}
