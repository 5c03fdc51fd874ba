"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Alarm = void 0;
const longestSleepMs = 24 * 60 * 60_000;
const isWantedEarlier = new Error('something is wanted earlier');
class Alarm {
    world;
    wakeAtMs = -Infinity;
    early = new AbortController();
    constructor(world) {
        this.world = world;
    }
    async sleepUntil(atMs) {
        this.wakeAtMs = atMs;
        this.early = new AbortController();
        const durationMs = Math.min(Math.max(atMs - this.world.nowMs(), 0), longestSleepMs);
        await this.world.sleep(durationMs, this.early.signal).catch(() => { });
        this.wakeAtMs = -Infinity;
    }
    wakeBy(atMs) {
        if (atMs < this.wakeAtMs)
            this.early.abort(isWantedEarlier);
    }
    wake() {
        this.wakeBy(-Infinity);
    }
}
exports.Alarm = Alarm;
