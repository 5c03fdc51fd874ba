"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.KnownTasks = exports.mostStarts = void 0;
const setNewest_1 = require("../memory/setNewest");
const reply_1 = require("./reply");
const mostKnown = 10_000;
const mostStored = 1_000;
exports.mostStarts = 10;
class KnownTasks {
    known = new Map();
    running = new Map();
    started = [];
    whyNot(taskId, wanted, stored) {
        this.settle();
        if (this.running.has(taskId))
            return (0, reply_1.reply)(503, 'The workflow is running for this task, and may still fail');
        const known = this.known.get(taskId);
        if (known?.isDone || idsIn(stored).includes(taskId))
            return (0, reply_1.reply)(200, 'The workflow has already run for this task');
        if (known === undefined)
            return undefined;
        if (known.starts >= exports.mostStarts)
            return (0, reply_1.reply)(429, 'The workflow has failed too often for this task');
        return wanted.includes(known.status)
            ? undefined
            : (0, reply_1.reply)(200, 'This workflow doesn’t start for this result');
    }
    end(taskId, status) {
        if (this.known.has(taskId))
            return false;
        (0, setNewest_1.setNewest)(this.known, taskId, { status, starts: 0, isDone: false }, mostKnown);
        return true;
    }
    start(taskId, stored) {
        this.known.get(taskId).isDone = true;
        this.started = [...new Set([...idsIn(stored), ...this.started, taskId])].slice(-mostStored);
        stored.ids = [...this.started];
    }
    startUntil(taskId, end) {
        this.known.get(taskId).starts += 1;
        this.running.set(taskId, end);
    }
    settle() {
        for (const [taskId, { writableEnded, statusCode }] of this.running) {
            if (!writableEnded)
                continue;
            this.running.delete(taskId);
            const known = this.known.get(taskId);
            if (known)
                known.isDone = statusCode < 300;
        }
    }
}
exports.KnownTasks = KnownTasks;
const idsIn = ({ ids }) => Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
