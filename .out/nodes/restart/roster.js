"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.roster = exports.Roster = void 0;
const callExecution_1 = require("../call/callExecution");
const askState_1 = require("../call/askState");
const orphans_1 = require("./orphans");
const timer_1 = require("./timer");
const sleep_1 = require("../concurrency/sleep");
const mostRoots = 2;
const gatherMs = 2_000;
const patienceMs = 5_000;
const lookAgainMs = 250;
const slowForMs = 10 * 60_000;
const retryMs = 60_000;
const lookEveryMs = 5_000;
const renewalMs = 6_000;
class Roster {
    world;
    onOver = () => { };
    asleep = new Map();
    roots = new Map();
    leaving = new Set();
    relievesUnderWay = 0;
    rootsToBe = new Set();
    newcomers = new Map();
    orphans;
    timersMs = new Map();
    isLookingAtTimers = false;
    wanted;
    slowUntilMs = -Infinity;
    isTending = false;
    caller;
    constructor(world) {
        this.world = world;
        this.orphans = new orphans_1.Orphans(world);
    }
    get size() {
        return this.asleep.size + this.newcomers.size + this.orphans.size + this.rootsToBe.size;
    }
    async takePlace(executionId, addresses, caller) {
        this.caller = caller;
        this.arrive(executionId);
        if (this.lacksRoot())
            return this.makeRoot(executionId);
        if (this.world.nowMs() < this.slowUntilMs)
            return { kind: 'alone' };
        return await new Promise((tell) => {
            this.newcomers.set(executionId, { addresses, tell });
            void this.tend();
        });
    }
    noteStored(executionId, addresses, place, leftMs) {
        this.rootsToBe.delete(executionId);
        if (place.kind === 'alone')
            return;
        this.asleep.set(executionId, addresses);
        this.timersMs.set(executionId, this.world.nowMs() + leftMs);
        void this.lookAtTimers();
        if (place.kind === 'root') {
            this.roots.set(executionId, place);
            for (const [id, { tell }] of this.newcomers) {
                if ([...this.roots.values()].some(({ lists }) => !lists.has(id)))
                    continue;
                this.newcomers.delete(id);
                tell({ kind: 'leaf' });
            }
        }
        void this.tend();
    }
    arrive(executionId) {
        this.asleep.delete(executionId);
        this.timersMs.delete(executionId);
        this.roots.delete(executionId);
        this.leaving.delete(executionId);
        this.rootsToBe.delete(executionId);
        if (this.wanted === executionId)
            this.wanted = undefined;
        this.orphans.arrive(executionId);
        void this.tend();
    }
    async relieve(executionId) {
        if (!this.roots.has(executionId))
            return;
        this.leaving.add(executionId);
        void this.tend();
        this.relievesUnderWay += 1;
        for (let ms = 0; ms < patienceMs && this.isLastRoot(executionId); ms += lookAgainMs)
            await this.world.sleep(lookAgainMs);
        this.relievesUnderWay -= 1;
    }
    isLastRoot(executionId) {
        const isOther = (id) => id !== executionId && !this.leaving.has(id);
        if (!this.roots.has(executionId) || ![...this.asleep.keys()].some(isOther))
            return false;
        return ![...this.roots.keys()].some((id) => isOther(id) && id !== this.wanted);
    }
    lacksRoot() {
        const staying = [...this.roots.keys()].filter((id) => !this.leaving.has(id)).length;
        return staying + this.rootsToBe.size < mostRoots;
    }
    isWanted = (executionId) => this.wanted === executionId;
    adopt(lists, caller) {
        this.caller = caller;
        const unknown = [...lists].filter(([id]) => !this.asleep.has(id) && !this.newcomers.has(id));
        this.orphans.adopt(unknown, caller);
    }
    bringHome(executionId, addresses, caller) {
        this.caller = caller;
        this.orphans.bringHome(executionId, addresses, caller);
    }
    makeRoot(executionId) {
        this.rootsToBe.add(executionId);
        const newcomers = [...this.newcomers].map(([id, { addresses }]) => [id, addresses]);
        const lists = new Map([...this.orphans.addresses(), ...this.asleep, ...newcomers]);
        lists.delete(executionId);
        return { kind: 'root', lists };
    }
    async lookAtTimers() {
        if (this.isLookingAtTimers)
            return;
        this.isLookingAtTimers = true;
        while (this.asleep.size > 0) {
            await this.world.sleep(lookEveryMs);
            void this.tend();
        }
        this.isLookingAtTimers = false;
    }
    findDue() {
        const nowMs = this.world.nowMs();
        if (nowMs < this.slowUntilMs)
            return undefined;
        const soonMs = nowMs + timer_1.soonestSetMs + lookEveryMs + renewalMs;
        return [...this.timersMs].find(([, timerMs]) => timerMs <= soonMs)?.[0];
    }
    findStale() {
        const leaves = [...this.asleep.keys()].filter((id) => !this.roots.has(id)).reverse();
        if (leaves.length > 0 && this.lacksRoot())
            return leaves[0];
        const due = this.findDue();
        if (due !== undefined)
            return due;
        const roots = [...this.roots].filter(([id]) => !this.leaving.has(id));
        const stale = roots.find(([, { lists }]) => leaves.some((id) => !lists.has(id)));
        return (stale ?? (this.newcomers.size > 0 ? roots[0] : undefined))?.[0];
    }
    async tend() {
        if (this.isTending)
            return;
        this.isTending = true;
        try {
            while (this.newcomers.size > 0 || this.findStale() !== undefined) {
                await this.gather();
                this.promote();
                this.wanted = this.findStale();
                const addresses = this.asleep.get(this.wanted ?? '');
                if (addresses !== undefined)
                    await this.callWanted(this.wanted, addresses);
                if (await this.hasWantedCome())
                    continue;
                this.slowUntilMs = this.world.nowMs() + slowForMs;
                for (const { tell } of this.newcomers.values())
                    tell({ kind: 'alone' });
                this.newcomers.clear();
                await this.world.sleep(retryMs);
            }
        }
        finally {
            this.isTending = false;
            this.wanted = undefined;
        }
    }
    async gather() {
        let ms = 0;
        do
            await this.world.sleep(lookAgainMs);
        while ((ms += lookAgainMs) < gatherMs && this.relievesUnderWay === 0);
    }
    async callWanted(executionId, addresses) {
        const state = await (0, askState_1.askState)(this.caller, addresses);
        if (state === 'over') {
            this.arrive(executionId);
            this.onOver(executionId);
        }
        else if (this.isWanted(executionId))
            await (0, callExecution_1.callExecution)(this.caller, { executionId, resumeUrl: addresses.resumeUrl });
    }
    async hasWantedCome() {
        const id = this.wanted;
        if (id === undefined)
            return true;
        const pauseMs = patienceMs / 20;
        for (let passedMs = 0; passedMs < patienceMs; passedMs += pauseMs) {
            await this.world.sleep(pauseMs);
            if (this.wanted === undefined && this.roots.has(id))
                return true;
        }
        return this.wanted === undefined;
    }
    promote() {
        for (const [id, { tell }] of this.newcomers) {
            if (!this.lacksRoot())
                return;
            this.newcomers.delete(id);
            tell(this.makeRoot(id));
        }
    }
}
exports.Roster = Roster;
exports.roster = new Roster({ nowMs: () => performance.now(), sleep: sleep_1.sleep });
