"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Turns = void 0;
const Limit_1 = require("./Limit");
const urgency_1 = require("./urgency");
class Turns {
    lanes = urgency_1.urgencies.map((urgency) => ({
        urgency,
        flows: new Map(),
        servedAt: 0,
    }));
    departures = 0;
    get isEmpty() {
        return this.waiting.length === 0;
    }
    get waiting() {
        return this.lanes.filter(({ flows }) => flows.size > 0).map(({ urgency }) => urgency);
    }
    *[Symbol.iterator]() {
        for (const { flows } of this.lanes)
            for (const { refused, fresh } of flows.values())
                yield* [...refused, ...fresh];
    }
    add(one) {
        const { flows } = this.laneOf(one);
        const queue = flows.get(one.flow) ?? { refused: new Set(), fresh: new Set() };
        flows.set(one.flow, queue);
        (one.wasRefused ? queue.refused : queue.fresh).add(one);
    }
    delete(one) {
        const { flows } = this.laneOf(one);
        const queue = flows.get(one.flow);
        if (queue === undefined)
            return;
        queue.refused.delete(one);
        queue.fresh.delete(one);
        if (queue.refused.size + queue.fresh.size === 0)
            flows.delete(one.flow);
    }
    take(mayGo) {
        const open = this.lanes.filter(({ urgency, flows }) => flows.size > 0 && mayGo(urgency));
        if (open.length === 0)
            return undefined;
        this.departures += 1;
        if (this.departures % Limit_1.mostPerTurn === 0)
            open.sort((one, other) => one.servedAt - other.servedAt);
        const lane = open[0];
        lane.servedAt = this.departures;
        const [flow, queue] = lane.flows.entries().next().value;
        const [one] = queue.refused.size > 0 ? queue.refused : queue.fresh;
        lane.flows.delete(flow);
        lane.flows.set(flow, queue);
        this.delete(one);
        return one;
    }
    laneOf({ urgency }) {
        return this.lanes.find((lane) => lane.urgency === urgency);
    }
}
exports.Turns = Turns;
