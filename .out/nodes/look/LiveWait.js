"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LiveWait = void 0;
const Agenda_1 = require("./Agenda");
const clock_1 = require("./clock");
const Crowd_1 = require("./Crowd");
const contact_1 = require("./contact");
const adjustWait_1 = require("./adjustWait");
const observe_1 = require("./observe");
const startWait_1 = require("./startWait");
function liveTask(taskId, index, taskWait) {
    const task = { taskId, index, watch: taskWait, isOwn: false, isAsked: false };
    return Object.assign(task, { look: (0, Agenda_1.slotFor)(task), limit: (0, Agenda_1.slotFor)(task) });
}
class LiveWait {
    settings;
    pause;
    tasks = new Map();
    looks = new Agenda_1.Agenda();
    limits = new Agenda_1.Agenda();
    contact;
    seenAtMs;
    crowd;
    constructor({ tasks, pausedUntilMs, seenAtMs, ...contact }, settings, pause = { untilMs: 0 }) {
        this.settings = settings;
        this.pause = pause;
        this.contact = contact;
        this.seenAtMs = seenAtMs;
        this.pause.untilMs = Math.max(this.pause.untilMs, pausedUntilMs);
        const entries = Object.entries(tasks);
        if (entries.length >= Crowd_1.leastCrowd)
            this.crowd = new Crowd_1.Crowd();
        for (const [index, [taskId, taskWait]] of entries.entries()) {
            const task = liveTask(taskId, index, taskWait);
            this.tasks.set(taskId, task);
            if (taskWait.outcome !== undefined)
                continue;
            this.looks.set(task.look, taskWait.nextAskAtMs);
            this.limits.set(task.limit, taskWait.deadlineAtMs);
        }
    }
    get size() {
        return this.tasks.size;
    }
    get open() {
        return this.limits.size;
    }
    get lookAtMs() {
        return this.looks.firstAtMs;
    }
    get limitAtMs() {
        return this.limits.firstAtMs;
    }
    nextAtMs(nowMs) {
        const lookAtMs = Math.max(this.lookAtMs, this.pause.untilMs);
        return this.pause.untilMs > nowMs ? Math.min(lookAtMs, this.limitAtMs) : lookAtMs;
    }
    taskIds() {
        return this.tasks.keys();
    }
    waitOf(taskId) {
        return this.tasks.get(taskId)?.watch;
    }
    isOpen(taskId) {
        const taskWait = this.waitOf(taskId);
        return taskWait !== undefined && taskWait.outcome === undefined;
    }
    take(nowMs) {
        if (this.pause.untilMs > nowMs)
            return undefined;
        while (this.lookAtMs <= nowMs && this.isPutOff(this.looks.first, nowMs))
            ;
        if (this.lookAtMs > nowMs)
            return undefined;
        const task = this.looks.first;
        this.looks.delete(task.look);
        task.isAsked = true;
        return task.taskId;
    }
    giveBack(taskId) {
        const task = this.tasks.get(taskId);
        if (task?.isAsked !== true)
            return;
        task.isAsked = false;
        this.change(task, task.watch);
    }
    observe(taskId, answer, context) {
        const task = this.tasks.get(taskId);
        if (task === undefined)
            return;
        task.isAsked = false;
        if (task.watch.outcome !== undefined)
            return;
        const { nowMs } = context;
        const { settings, contact } = this;
        const othersKeepPace = this.crowd?.keepsPace === true;
        const reading = { ...context, settings, othersKeepPace };
        const taskWait = (0, observe_1.observeTask)(task.watch, answer, reading, contact);
        if (answer.kind === 'task')
            this.crowd?.note(taskWait, nowMs);
        this.contact = (0, contact_1.noteContact)(contact, answer, nowMs);
        this.seenAtMs = nowMs;
        if ('retryAfterMs' in answer && answer.retryAfterMs !== undefined)
            this.pause.untilMs = Math.max(this.pause.untilMs, nowMs + answer.retryAfterMs);
        this.change(task, (0, observe_1.endAtDeadline)(taskWait, answer, nowMs));
        const hopeless = 'reason' in answer && (0, contact_1.hopelessOutcome)(this.contact, nowMs);
        if (hopeless)
            this.endOpen(hopeless, answer.reason, nowMs);
    }
    bringForward(taskId, atMs) {
        const task = this.tasks.get(taskId);
        if (task === undefined || task.watch.outcome !== undefined)
            return;
        this.change(task, (0, adjustWait_1.broughtForward)(task.watch, atMs));
    }
    endOverdue(nowMs) {
        while (this.pause.untilMs > nowMs && this.limitAtMs <= nowMs) {
            const task = this.limits.first;
            this.change(task, (0, startWait_1.end)(task.watch, 'timedOut', nowMs));
        }
    }
    followClock(nowMs) {
        const byMs = (0, clock_1.setBackByMs)(this.seenAtMs, nowMs);
        this.seenAtMs = nowMs;
        if (byMs === 0)
            return;
        this.pause.untilMs = Math.max(0, this.pause.untilMs - byMs);
        this.contact = { ...this.contact, ...(0, clock_1.shiftContact)(this.contact, byMs) };
        for (const task of this.tasks.values()) {
            this.change(task, (0, clock_1.shiftTaskWait)(task.watch, byMs));
            if (task.limit.place >= 0)
                this.limits.set(task.limit, task.watch.deadlineAtMs);
        }
    }
    write() {
        const { contact, seenAtMs } = this;
        const entries = [...this.tasks.values()].map(({ taskId, watch: taskWait }) => [taskId, { ...taskWait }]);
        return {
            ...contact,
            tasks: Object.fromEntries(entries),
            pausedUntilMs: this.pause.untilMs,
            ...(seenAtMs !== undefined && { seenAtMs }),
        };
    }
    isPutOff(task, nowMs) {
        if (this.crowd === undefined)
            return false;
        const { watch, index } = task;
        const atMs = this.crowd.worthwhileAtMs(watch, index, nowMs, this.settings.intervalMs);
        if (atMs <= nowMs)
            return false;
        this.change(task, { ...watch, nextAskAtMs: atMs });
        return true;
    }
    change(task, taskWait) {
        if (task.isOwn)
            Object.assign(task.watch, taskWait);
        else {
            task.watch = { ...task.watch, ...taskWait };
            task.isOwn = true;
        }
        if (taskWait.outcome !== undefined) {
            this.looks.delete(task.look);
            this.limits.delete(task.limit);
        }
        else if (!task.isAsked)
            this.looks.set(task.look, taskWait.nextAskAtMs);
    }
    endOpen(outcome, lastFault, nowMs) {
        for (const task of this.tasks.values())
            if (task.watch.outcome === undefined)
                this.change(task, (0, startWait_1.end)({ ...task.watch, lastFault }, outcome, nowMs));
    }
}
exports.LiveWait = LiveWait;
