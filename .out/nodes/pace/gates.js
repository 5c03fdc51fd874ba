"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.gates = exports.Gates = void 0;
const sleep_1 = require("../concurrency/sleep");
const Gate_1 = require("./Gate");
const Limit_1 = require("./Limit");
class Gates {
    world;
    byAccount = new Map();
    constructor(world) {
        this.world = world;
    }
    get size() {
        return this.byAccount.size;
    }
    of(account) {
        for (const [name, gate] of this.byAccount)
            if (this.isOver(gate))
                this.byAccount.delete(name);
        const gate = this.byAccount.get(account) ?? new Gate_1.Gate(this.world);
        this.byAccount.set(account, gate);
        return gate;
    }
    forgetAll() {
        this.byAccount.clear();
    }
    isOver(gate) {
        return gate.isIdle && this.world.nowMs() - gate.activeAtMs > Limit_1.longestPauseMs;
    }
}
exports.Gates = Gates;
exports.gates = new Gates({ nowMs: () => performance.now(), sleep: sleep_1.sleep, random: Math.random });
