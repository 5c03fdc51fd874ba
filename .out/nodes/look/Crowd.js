"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Crowd = exports.leastCrowd = void 0;
const howOften_1 = require("./howOften");
exports.leastCrowd = 100;
const scoutEach = 16;
const tellingEnds = 4;
const sharesOfShortest = { least: 0.65, most: 0.8 };
const mostIntervals = 4;
const momentShare = 0.2;
class Crowd {
    shortestMs = Infinity;
    ends = 0;
    kept = 0;
    changed = 0;
    get keepsPace() {
        return this.ends >= tellingEnds && 4 * this.changed <= this.kept;
    }
    note(taskWait, nowMs) {
        const { firstProgress, earlierProgress, lastProgress, firstAskAtMs, outcome } = taskWait;
        if (firstAskAtMs === undefined || firstProgress === undefined)
            return;
        const endMs = outcome === undefined ? (0, howOften_1.foreseenEndMs)(taskWait) : nowMs;
        if (Number.isFinite(endMs)) {
            this.ends += 1;
            this.shortestMs = Math.min(this.shortestMs, endMs - firstProgress.atMs);
        }
        if (lastProgress?.atMs !== nowMs || earlierProgress?.atMs === firstProgress.atMs)
            return;
        if ((0, howOften_1.isSteady)(taskWait))
            this.kept += 1;
        else
            this.changed += 1;
    }
    worthwhileAtMs(taskWait, index, nowMs, intervalMs) {
        const { polls, firstProgress, firstAskAtMs, deadlineAtMs } = taskWait;
        const nth = index % scoutEach;
        if (nth === 0 || polls > 0 || this.changed > this.kept)
            return nowMs;
        if (firstAskAtMs === undefined || firstProgress === undefined)
            return nowMs;
        if (this.ends < tellingEnds) {
            const momentMs = nowMs + momentShare * intervalMs;
            return Math.min(momentMs, firstAskAtMs + intervalMs, deadlineAtMs);
        }
        const { least, most } = sharesOfShortest;
        const share = least + ((most - least) * nth) / scoutEach;
        return Math.min(firstProgress.atMs + share * this.shortestMs, firstAskAtMs + mostIntervals * intervalMs, nowMs + intervalMs, deadlineAtMs);
    }
}
exports.Crowd = Crowd;
