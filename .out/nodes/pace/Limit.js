"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Limit = exports.longestPauseMs = exports.trialMs = exports.mostAtOnce = exports.firstSize = exports.mostPerTurn = void 0;
exports.mostPerTurn = 8;
exports.firstSize = 2 * exports.mostPerTurn;
exports.mostAtOnce = 500;
exports.trialMs = 2_000;
const leastPauseMs = 500;
const longestGuessMs = 10_000;
exports.longestPauseMs = 3_600_000;
const growthPerSecond = 0.2;
class Limit {
    size = exports.firstSize;
    isOpening = true;
    underWay = new Set();
    silences = 0;
    newsAtMs;
    quickestMs = { create: Infinity, look: Infinity };
    refusedInARow = 0;
    refusedAtMs = -Infinity;
    pausedAtMs = 0;
    brokeAtMs = -Infinity;
    rate;
    measured;
    constructor(nowMs) {
        this.newsAtMs = nowMs;
        this.measured = { taken: 0, sinceMs: nowMs };
    }
    get isIdle() {
        return this.underWay.size === 0;
    }
    get opensAtMs() {
        const isFull = this.underWay.size >= this.places;
        const roomAtMs = isFull ? this.newsAtMs + exports.trialMs * 2 ** this.silences : -Infinity;
        const isProbing = this.refusedInARow > 0;
        return Math.max(roomAtMs, isProbing ? -Infinity : (this.rate?.nextAtMs ?? -Infinity));
    }
    get places() {
        return this.refusedInARow > 0 ? 1 : Math.floor(this.size);
    }
    noteIdle(nowMs) {
        if (!this.isIdle || this.refusedInARow > 0)
            return;
        this.measured.taken = 0;
        this.measured.sinceMs = nowMs;
    }
    depart(pass) {
        const { sentAtMs } = pass;
        if (this.underWay.size >= this.places) {
            const [oldest] = this.underWay;
            this.underWay.delete(oldest);
            this.silences += 1;
        }
        this.underWay.add(pass);
        this.newsAtMs = sentAtMs;
        if (this.rate === undefined)
            return;
        const { nextAtMs, spareMs, perMs } = this.rate;
        this.rate.nextAtMs = Math.max(nextAtMs, sentAtMs - spareMs) + 1 / perMs;
    }
    leave(pass) {
        this.underWay.delete(pass);
    }
    noteTaken(pass, nowMs, isWanted) {
        const { kind, sentAtMs } = pass;
        this.noteAnswer(nowMs);
        this.measured.taken += 1;
        if (sentAtMs < this.refusedAtMs)
            return;
        if (this.refusedInARow > 0)
            this.reopen(sentAtMs);
        const tookMs = nowMs - sentAtMs;
        this.quickestMs[kind] = Math.min(this.quickestMs[kind], tookMs);
        if (this.rate)
            this.raise(this.rate, nowMs);
        const isLate = tookMs > Math.max(exports.trialMs, 2 * this.quickestMs[kind]);
        if (isLate || !isWanted)
            return;
        this.size = Math.min(exports.mostAtOnce, this.size + (this.isOpening ? 1 : 1 / this.size));
    }
    noteRefused(pass, nowMs, toldMs = 0, random = 0.5) {
        this.noteAnswer(nowMs);
        if (pass.sentAtMs < this.refusedAtMs)
            return 0;
        this.refusedAtMs = nowMs;
        if (this.refusedInARow === 0) {
            this.pausedAtMs = nowMs;
            this.narrow();
        }
        this.refusedInARow += 1;
        this.underWay.clear();
        const guessMs = leastPauseMs * 1.5 ** (this.refusedInARow - 1);
        const pauseMs = Math.min(guessMs, longestGuessMs) * (0.75 + random / 2);
        return Math.max(pauseMs, Math.min(toldMs, exports.longestPauseMs));
    }
    noteBroken(pass, nowMs) {
        if (pass.sentAtMs < this.brokeAtMs)
            return;
        this.brokeAtMs = nowMs;
        this.narrow();
    }
    noteAnswer(nowMs) {
        this.newsAtMs = nowMs;
        this.silences = 0;
    }
    narrow() {
        this.size = Math.max(1, this.size / 2);
        this.isOpening = false;
    }
    reopen(atMs) {
        const { taken, sinceMs } = this.measured;
        const perMs = (taken - 1) / (atMs - sinceMs);
        const before = this.rate;
        const pauseMs = atMs - this.pausedAtMs;
        const spareMs = pauseMs > 2 * exports.trialMs ? pauseMs : 0;
        if (taken > 1)
            this.rate = {
                perMs: before ? (before.perMs + perMs) / 2 : perMs,
                spareMs,
                nextAtMs: atMs - spareMs,
                grownAtMs: atMs,
                isFirst: before === undefined,
            };
        this.refusedInARow = 0;
        this.measured.taken = 1;
        this.measured.sinceMs = atMs;
    }
    raise(rate, nowMs) {
        const quietSeconds = (nowMs - this.measured.sinceMs) / 1000;
        const share = rate.isFirst ? 1 : Math.min(1, (quietSeconds / 10) ** 2);
        const seconds = Math.min(1, (nowMs - rate.grownAtMs) / 1000);
        rate.perMs *= 1 + growthPerSecond * share * seconds;
        rate.grownAtMs = nowMs;
    }
}
exports.Limit = Limit;
