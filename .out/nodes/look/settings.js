"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.missingResultTolerance = exports.contradictionTolerance = exports.longestProbeIntervalMs = exports.keyRefusalTolerance = exports.silenceTolerance = exports.notFoundTolerance = exports.longestBackoffMs = exports.jitterShare = exports.defaultSettings = void 0;
exports.extendStreak = extendStreak;
exports.isBelieved = isBelieved;
exports.defaultSettings = {
    intervalMs: 5_000,
    timeoutMs: 30 * 60_000,
};
exports.jitterShare = 0.1;
exports.longestBackoffMs = 60_000;
exports.notFoundTolerance = { durationMs: 60_000, answers: 3 };
exports.silenceTolerance = { durationMs: 60_000, answers: 3 };
exports.keyRefusalTolerance = {
    never: { durationMs: 5_000, answers: 3 },
    before: { durationMs: 60_000, answers: 3 },
};
exports.longestProbeIntervalMs = 5_000;
exports.contradictionTolerance = { answers: 3 };
exports.missingResultTolerance = { answers: 3 };
function extendStreak(streak, nowMs) {
    return { sinceMs: streak?.sinceMs ?? nowMs, count: (streak?.count ?? 0) + 1 };
}
function isBelieved(streak, { answers, durationMs }, nowMs) {
    return streak !== undefined && streak.count >= answers && nowMs - streak.sinceMs >= durationMs;
}
