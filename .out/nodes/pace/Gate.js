"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Gate = void 0;
const Limit_1 = require("./Limit");
const Turns_1 = require("./Turns");
const urgency_1 = require("./urgency");
const restPerTurn = 4;
const isNotNeeded = new Error('another turn came before');
class Gate {
    world;
    turns = new Turns_1.Turns();
    limits;
    closedUntilMs = { create: -Infinity, look: -Infinity };
    toldMs = { create: { from: 0, until: 0 }, look: { from: 0, until: 0 } };
    takenAtMs;
    stops = new Map();
    isTurnComing = false;
    routineFromMs = -Infinity;
    alarm;
    activeAtMs;
    constructor(world) {
        this.world = world;
        const nowMs = world.nowMs();
        const limit = new Limit_1.Limit(nowMs);
        this.limits = { create: limit, look: limit };
        this.takenAtMs = { create: nowMs, look: nowMs };
        this.activeAtMs = nowMs;
    }
    get isIdle() {
        return this.turns.isEmpty && urgency_1.requestKinds.every((kind) => this.limits[kind].isIdle);
    }
    async enter(request) {
        const { patience, signals, urgency } = request;
        if (signals.some(({ aborted }) => aborted))
            return { kind: 'cancelled' };
        const nowMs = this.world.nowMs();
        const kind = (0, urgency_1.kindOf)(urgency);
        this.activeAtMs = nowMs;
        patience.sinceMs ??= nowMs;
        const forMs = this.closedUntilMs[kind] - nowMs;
        if (this.isHopeless(request))
            return { kind: 'closed', forMs };
        if (forMs > 0)
            request.onPause?.(forMs);
        if (this.turns.isEmpty)
            this.limits[kind].noteIdle(nowMs);
        return await new Promise((resolve) => {
            const waiting = { ...request, wasRefused: patience.refusedAtMs !== undefined, resolve };
            this.turns.add(waiting);
            for (const signal of signals)
                this.listen(signal, waiting);
            void this.giveTurn();
        });
    }
    leave(pass, verdict, retryAfterMs) {
        const nowMs = this.world.nowMs();
        const { kind, limit } = pass;
        this.activeAtMs = nowMs;
        limit.leave(pass);
        if (verdict === 'taken') {
            this.takenAtMs[kind] = nowMs;
            limit.noteTaken(pass, nowMs, !this.turns.isEmpty);
            this.partLimits(pass, nowMs);
        }
        if (verdict === 'broken')
            limit.noteBroken(pass, nowMs);
        if (verdict === 'refused' || verdict === 'closed') {
            pass.patience.refusedAtMs ??= nowMs;
            const pauseMs = limit.noteRefused(pass, nowMs, retryAfterMs, this.world.random());
            this.pause(pass, nowMs + pauseMs, verdict);
            this.toldMs[kind] = { from: nowMs, until: nowMs + (retryAfterMs ?? 0) - 1000 };
        }
        void this.giveTurn();
    }
    partLimits({ kind, limit, sentAtMs }, nowMs) {
        const other = kind === 'create' ? 'look' : 'create';
        const { from, until } = this.toldMs[other];
        if (this.limits[other] !== limit || sentAtMs < from || nowMs > until)
            return;
        this.limits[kind] = new Limit_1.Limit(nowMs);
    }
    pause({ kind, limit }, untilMs, verdict) {
        for (const one of urgency_1.requestKinds) {
            const isMeant = one === kind || verdict === 'closed';
            if (!isMeant && this.limits[one] !== limit)
                continue;
            const endsAtMs = isMeant ? untilMs : Math.min(untilMs, this.world.nowMs() + Limit_1.trialMs);
            this.closedUntilMs[one] = Math.max(this.closedUntilMs[one], endsAtMs);
        }
        for (const waiting of [...this.turns]) {
            const forMs = this.closedUntilMs[(0, urgency_1.kindOf)(waiting.urgency)] - this.world.nowMs();
            if (this.isHopeless(waiting))
                this.settle(waiting, { kind: 'closed', forMs });
            else if (forMs > 0)
                waiting.onPause?.(forMs);
        }
    }
    isHopeless({ patience, urgency }) {
        const kind = (0, urgency_1.kindOf)(urgency);
        const untilMs = this.closedUntilMs[kind];
        const sinceMs = patience.refusedAtMs ?? Math.max(patience.sinceMs, this.takenAtMs[kind]);
        return untilMs > this.world.nowMs() && untilMs - sinceMs > patience.budgetMs;
    }
    async giveTurn() {
        if (this.isTurnComing || this.turns.isEmpty)
            return;
        this.isTurnComing = true;
        await this.world.sleep(0);
        this.isTurnComing = false;
        this.admit();
    }
    admit() {
        this.alarm?.abort(isNotNeeded);
        this.alarm = undefined;
        const nowMs = this.world.nowMs();
        for (let sent = 0; sent < Limit_1.mostPerTurn; sent += 1) {
            const next = this.turns.take((urgency) => this.opensAtMs(urgency) <= nowMs);
            if (next === undefined)
                return this.wake(nowMs);
            const kind = (0, urgency_1.kindOf)(next.urgency);
            const limit = this.limits[kind];
            const pass = { kind, limit, sentAtMs: nowMs, patience: next.patience };
            limit.depart(pass);
            this.settle(next, { kind: 'go', pass });
            if (next.urgency === 'routine')
                void this.rest(nowMs);
        }
        void this.giveTurn();
    }
    opensAtMs(urgency) {
        const kind = (0, urgency_1.kindOf)(urgency);
        const restsUntilMs = urgency === 'routine' ? this.routineFromMs : -Infinity;
        return Math.max(restsUntilMs, this.closedUntilMs[kind], this.limits[kind].opensAtMs);
    }
    async rest(sentAtMs) {
        await this.world.sleep(0);
        const nowMs = this.world.nowMs();
        this.routineFromMs = nowMs + Math.min(Limit_1.trialMs, restPerTurn * (nowMs - sentAtMs));
    }
    wake(nowMs) {
        if (this.turns.isEmpty)
            return;
        const opensAtMs = Math.min(...this.turns.waiting.map((urgency) => this.opensAtMs(urgency)));
        this.alarm = new AbortController();
        const alarm = this.world.sleep(Math.ceil(opensAtMs - nowMs), this.alarm.signal);
        alarm.then(() => this.admit(), () => { });
    }
    settle(waiting, turn) {
        this.turns.delete(waiting);
        for (const signal of waiting.signals)
            this.ignore(signal, waiting);
        if (this.turns.isEmpty)
            this.alarm?.abort(isNotNeeded);
        waiting.resolve(turn);
    }
    listen(signal, waiting) {
        const known = this.stops.get(signal);
        if (known)
            return void known.add(waiting);
        this.stops.set(signal, new Set([waiting]));
        signal.addEventListener('abort', this.onAbort);
    }
    ignore(signal, waiting) {
        const all = this.stops.get(signal);
        all?.delete(waiting);
        if (all === undefined || all.size > 0)
            return;
        this.stops.delete(signal);
        signal.removeEventListener('abort', this.onAbort);
    }
    onAbort = ({ target }) => {
        for (const one of [...(this.stops.get(target) ?? [])])
            this.settle(one, { kind: 'cancelled' });
    };
}
exports.Gate = Gate;
