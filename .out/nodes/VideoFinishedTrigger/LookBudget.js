"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LookBudget = exports.bounds = void 0;
exports.bounds = {
    atOnce: 10,
    perMinute: 120,
    perMinuteAndCaller: 60,
    waiting: 100,
};
class LookBudget {
    nowMs;
    counted = [];
    underWay = 0;
    waiting = [];
    constructor(nowMs = () => performance.now()) {
        this.nowMs = nowMs;
    }
    async inTurn(work) {
        if (this.waiting.length >= exports.bounds.waiting)
            return undefined;
        if (this.underWay < exports.bounds.atOnce)
            this.underWay += 1;
        else
            await new Promise((begin) => this.waiting.push(begin));
        try {
            return await work();
        }
        finally {
            const next = this.waiting.shift();
            if (next)
                next();
            else
                this.underWay -= 1;
        }
    }
    count(caller) {
        const atMs = this.nowMs();
        this.counted = this.counted.filter((look) => atMs - look.atMs < 60_000);
        const ofCaller = this.counted.filter((look) => look.caller === caller);
        if (this.counted.length >= exports.bounds.perMinute)
            return undefined;
        if (ofCaller.length >= exports.bounds.perMinuteAndCaller)
            return undefined;
        const look = { caller, atMs };
        this.counted.push(look);
        return look;
    }
    takeBack(looks) {
        this.counted = this.counted.filter((look) => !looks.includes(look));
    }
}
exports.LookBudget = LookBudget;
