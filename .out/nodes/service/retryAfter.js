"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.longestPauseMs = void 0;
exports.parseRetryAfterMs = parseRetryAfterMs;
exports.longestPauseMs = 60 * 60_000;
const longestMeantMs = 24 * 60 * 60_000;
function parseRetryAfterMs(header, nowMs) {
    const saidMs = readMs(header, nowMs);
    if (saidMs === undefined || saidMs > longestMeantMs)
        return undefined;
    return Math.min(Math.max(0, saidMs), exports.longestPauseMs);
}
function readMs(header, nowMs) {
    if (typeof header !== 'string' && typeof header !== 'number')
        return undefined;
    const text = String(header).trim();
    if (/^\d+$/.test(text))
        return Number(text) * 1000;
    if (!/[a-z]/i.test(text))
        return undefined;
    const dateMs = Date.parse(text);
    return Number.isNaN(dateMs) ? undefined : dateMs - nowMs;
}
