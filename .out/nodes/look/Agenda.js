"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Agenda = exports.slotFor = void 0;
const slotFor = (thing) => ({ thing, nth: 0, place: -1 });
exports.slotFor = slotFor;
class Agenda {
    heap = [];
    timesMs = [];
    count = 0;
    get first() {
        return this.heap[0]?.thing;
    }
    get firstAtMs() {
        return this.timesMs[0] ?? Infinity;
    }
    get size() {
        return this.heap.length;
    }
    set(slot, atMs) {
        slot.nth = this.count++;
        this.settle(slot, atMs, slot.place < 0 ? this.heap.length : slot.place);
    }
    delete(slot) {
        const { place } = slot;
        if (place < 0)
            return;
        slot.place = -1;
        const last = this.heap.pop();
        const lastAtMs = this.timesMs.pop();
        if (last !== slot)
            this.settle(last, lastAtMs, place);
    }
    settle(slot, atMs, from) {
        let place = from;
        while (place > 0) {
            const parent = (place - 1) >> 1;
            if (!this.isBefore(atMs, slot, parent))
                break;
            this.move(parent, place);
            place = parent;
        }
        for (;;) {
            const left = 2 * place + 1;
            const right = left + 1;
            if (left >= this.heap.length)
                break;
            const isRight = right < this.heap.length && this.isBefore(this.timesMs[right], this.heap[right], left);
            const child = isRight ? right : left;
            if (this.isBefore(atMs, slot, child))
                break;
            this.move(child, place);
            place = child;
        }
        this.put(slot, atMs, place);
    }
    isBefore(atMs, { nth }, place) {
        const otherAtMs = this.timesMs[place];
        return atMs < otherAtMs || (atMs === otherAtMs && nth < this.heap[place].nth);
    }
    move(from, to) {
        this.put(this.heap[from], this.timesMs[from], to);
    }
    put(slot, atMs, place) {
        this.heap[place] = slot;
        this.timesMs[place] = atMs;
        slot.place = place;
    }
}
exports.Agenda = Agenda;
