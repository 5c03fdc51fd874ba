"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lookDelayMs = lookDelayMs;
exports.patientDelayMs = patientDelayMs;
exports.startBehind = startBehind;
exports.foreseenEndMs = foreseenEndMs;
exports.isSteady = isSteady;
exports.backoffDelayMs = backoffDelayMs;
const settings_1 = require("./settings");
const soonestShare = 0.2;
const latestShare = 2;
const latestShareIfSure = 4;
const pastEnd = 1.02;
const steadiness = 0.1;
const tellingIntervals = 2;
const tellingShare = 0.5;
function lookDelayMs(taskWait, nowMs, settings, random, othersKeepPace = false) {
    const { intervalMs } = settings;
    const isSure = isSteady(taskWait) || (othersKeepPace && tellsEnd(taskWait, intervalMs));
    const delayMs = foreseenDelayMs(taskWait, nowMs, intervalMs, isSure);
    const leftMs = foreseenEndMs(taskWait) - nowMs;
    const isAtEnd = delayMs >= leftMs && delayMs <= leftMs * pastEnd;
    return isAtEnd ? delayMs : jitter(delayMs, random);
}
const patientShare = 6;
const longestPatienceMs = 60_000;
function patientDelayMs(taskWait, nowMs, { intervalMs }, random) {
    const leftMs = foreseenEndMs(taskWait) - nowMs;
    const pastEndMs = Number.isFinite(leftMs) ? leftMs + intervalMs : 0;
    const delayMs = Math.min(Math.max(patientShare * intervalMs, pastEndMs), longestPatienceMs);
    return jitter(Math.max(delayMs, intervalMs), random);
}
function startBehind(taskWait, created, { nowMs, settings, random }) {
    const atMs = Math.min(created.atMs, nowMs);
    const dueAtMs = atMs + settings.intervalMs * (1 + settings_1.jitterShare * random());
    const firstAskAtMs = Math.min(Math.max(dueAtMs, nowMs), taskWait.deadlineAtMs);
    return {
        ...taskWait,
        ...(created.isCalled && { isCalled: true }),
        firstProgress: { percent: 0, atMs },
        earlierProgress: { percent: 0, atMs },
        firstAskAtMs,
        nextAskAtMs: firstAskAtMs,
    };
}
function foreseenEndMs({ earlierProgress: earlier, lastProgress: last }) {
    if (earlier === undefined || last === undefined)
        return NaN;
    const percentMs = msPerPercent(earlier, last);
    const leftMs = (100 - last.percent) * percentMs;
    return percentMs > 0 && leftMs >= 0 ? last.atMs + leftMs : NaN;
}
function foreseenDelayMs(taskWait, nowMs, intervalMs, isSure) {
    const { lastProgress, polls, nextAskAtMs, startedAtMs, firstAskAtMs = startedAtMs } = taskWait;
    const leftMs = foreseenEndMs(taskWait) - nowMs;
    if (!Number.isFinite(leftMs) || lastProgress?.atMs !== nowMs)
        return intervalMs;
    const soonestMs = Math.min(Math.max(soonestShare * intervalMs, 1_000), intervalMs);
    const keptMs = intervalMs + Math.min(Math.max(nowMs - nextAskAtMs, 0), intervalMs);
    const latestMs = (isSure ? latestShareIfSure : latestShare) * keptMs;
    const wishedMs = isSure || leftMs <= latestMs ? leftMs * pastEnd : leftMs / 2;
    const delayMs = Math.min(Math.max(wishedMs, soonestMs), latestMs);
    const affordedMs = firstAskAtMs + polls * intervalMs - nowMs;
    return delayMs < intervalMs ? Math.min(Math.max(delayMs, affordedMs), intervalMs) : delayMs;
}
function isSteady({ firstProgress: first, earlierProgress: earlier, lastProgress: last, }) {
    if (first === undefined || earlier === undefined || last === undefined)
        return false;
    const before = msPerPercent(first, earlier);
    const now = msPerPercent(earlier, last);
    return Math.abs(before - now) <= steadiness * now;
}
function tellsEnd({ firstProgress: first, earlierProgress: earlier, lastProgress: last }, intervalMs) {
    if (first === undefined || last === undefined || earlier?.atMs !== first.atMs)
        return false;
    const ageMs = last.atMs - first.atMs;
    const percentMovesMs = (100 * ageMs) / (last.percent - first.percent) ** 2;
    return ageMs >= tellingIntervals * intervalMs && percentMovesMs <= tellingShare * intervalMs;
}
const msPerPercent = (one, other) => (other.atMs - one.atMs) / (other.percent - one.percent);
function backoffDelayMs(faultsInRow, retryAfterMs, settings, random) {
    const longest = Math.max(settings_1.longestBackoffMs, settings.intervalMs);
    const doubled = settings.intervalMs * 2 ** Math.min(faultsInRow - 1, 30);
    const delay = jitter(Math.min(doubled, longest), random);
    if (retryAfterMs === undefined)
        return delay;
    return Math.max(retryAfterMs * (1 + settings_1.jitterShare * random()), delay);
}
function jitter(delayMs, random) {
    return delayMs * (1 - settings_1.jitterShare + 2 * settings_1.jitterShare * random());
}
