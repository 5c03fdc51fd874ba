"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Orphans = exports.listedCall = void 0;
const callExecution_1 = require("../call/callExecution");
const askState_1 = require("../call/askState");
exports.listedCall = { listed: true };
const arrivalMs = 2_000;
const firstComesWithinMs = 30_000;
const longestComesWithinMs = 10 * 60_000;
const callsAtOnce = 4;
const unknownPausesMs = { shortest: 5_000, longest: 30_000 };
class Orphans {
    world;
    orphans = new Map();
    arrivals = new Map();
    isCalling = false;
    caller;
    constructor(world) {
        this.world = world;
    }
    get size() {
        return this.orphans.size;
    }
    addresses() {
        return [...this.orphans].map(([id, { addresses }]) => [id, addresses]);
    }
    arrive(executionId) {
        this.orphans.delete(executionId);
        this.arrivals.get(executionId)?.();
    }
    adopt(listed, caller) {
        this.caller = caller;
        for (const [id, addresses] of listed)
            if (!this.orphans.has(id))
                this.add(id, addresses, true);
        void this.callAll();
    }
    bringHome(executionId, addresses, caller) {
        this.caller = caller;
        this.add(executionId, addresses, false);
        void this.callAll();
    }
    add(executionId, addresses, isListed) {
        const comesWithinMs = firstComesWithinMs;
        this.orphans.set(executionId, { addresses, isListed, againAtMs: -Infinity, comesWithinMs });
    }
    async callAll() {
        if (this.isCalling)
            return;
        this.isCalling = true;
        try {
            let pauseMs = unknownPausesMs.shortest;
            while (this.orphans.size > 0) {
                const queue = [...this.orphans];
                const lane = async () => {
                    for (let next = queue.shift(); next !== undefined; next = queue.shift())
                        if (!(await this.callOne(...next)))
                            queue.length = 0;
                };
                await Promise.all(Array.from({ length: callsAtOnce }, lane));
                if (this.orphans.size > 0)
                    await this.world.sleep(pauseMs);
                pauseMs = Math.min(2 * pauseMs, unknownPausesMs.longest);
            }
        }
        finally {
            this.isCalling = false;
        }
    }
    async callOne(executionId, orphan) {
        const isOrphan = () => this.orphans.get(executionId) === orphan;
        if (!isOrphan() || this.world.nowMs() < orphan.againAtMs)
            return true;
        const state = await (0, askState_1.askState)(this.caller, orphan.addresses);
        if (state === 'unknown')
            return false;
        if (!isOrphan())
            return true;
        if (state !== 'asleep') {
            this.orphans.delete(executionId);
            return true;
        }
        const arrived = new Promise((resolve) => this.arrivals.set(executionId, resolve));
        const { resumeUrl } = orphan.addresses;
        const body = orphan.isListed ? exports.listedCall : {};
        const outcome = await (0, callExecution_1.callExecution)(this.caller, { executionId, resumeUrl }, body);
        if (outcome === 'heard') {
            orphan.againAtMs = this.world.nowMs() + orphan.comesWithinMs;
            orphan.comesWithinMs = Math.min(2 * orphan.comesWithinMs, longestComesWithinMs);
            await Promise.race([arrived, this.world.sleep(arrivalMs)]);
        }
        this.arrivals.delete(executionId);
        return true;
    }
}
exports.Orphans = Orphans;
