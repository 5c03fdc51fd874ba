"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Watcher = void 0;
const Agenda_1 = require("../look/Agenda");
const Alarm_1 = require("../look/Alarm");
const howUrgent_1 = require("../look/howUrgent");
const trustInCalls_1 = require("./trustInCalls");
const callExecution_1 = require("../call/callExecution");
const SharedTasks_1 = require("./SharedTasks");
const Sleeper_1 = require("./Sleeper");
const askState_1 = require("../call/askState");
const looksAfterRing = 3;
const shortestGapMs = 1_000;
const pausesWhileBusyMs = [200, 300, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const pausesWhileUnheardMs = [1_000, 2_000, 5_000, 10_000, 20_000];
const firstComesWithinMs = 30_000;
const longestComesWithinMs = 10 * 60_000;
const longestCallMs = 5_000;
const isNotNeeded = new Error('nobody waits for this look any more');
class Watcher {
    world;
    calls;
    sleeping = new Map();
    tasks = new SharedTasks_1.SharedTasks();
    looks = new Agenda_1.Agenda();
    limits = new Agenda_1.Agenda();
    forgets = new Agenda_1.Agenda();
    checks = new Agenda_1.Agenda();
    pause = { untilMs: 0 };
    alarm;
    requester;
    running = false;
    isChecking = false;
    constructor(world, calls = (0, trustInCalls_1.expectCalls)()) {
        this.world = world;
        this.calls = calls;
        this.alarm = new Alarm_1.Alarm(world);
    }
    get size() {
        return this.sleeping.size;
    }
    knows(executionId) {
        return this.sleeping.has(executionId);
    }
    watch(execution, requester) {
        this.release(execution.executionId);
        const sleeper = (0, Sleeper_1.toSleeper)(execution, this.pause);
        const { wait } = sleeper;
        this.sleeping.set(sleeper.executionId, sleeper);
        this.requester = requester;
        for (const taskId of wait.taskIds())
            if (wait.isOpen(taskId))
                this.tasks.join(taskId, sleeper);
        this.forgets.set(sleeper.forget, sleeper.forgetAtMs);
        this.checks.set(sleeper.check, this.world.nowMs() + sleeper.checkPauseMs);
        this.plan(sleeper);
        if (!this.running)
            void this.run();
    }
    noteStored(executionId) {
        const sleeper = this.sleeping.get(executionId);
        if (sleeper === undefined)
            return;
        sleeper.isStored = true;
        this.plan(sleeper);
    }
    release(executionId) {
        const sleeper = this.sleeping.get(executionId);
        if (sleeper === undefined)
            return undefined;
        this.sleeping.delete(executionId);
        answerCallers(sleeper, false);
        sleeper.isGone.abort(isNotNeeded);
        for (const taskId of sleeper.wait.taskIds())
            this.tasks.leave(taskId, sleeper);
        this.looks.delete(sleeper.look);
        this.limits.delete(sleeper.limit);
        this.forgets.delete(sleeper.forget);
        this.checks.delete(sleeper.check);
        if (this.sleeping.size === 0)
            this.alarm.wake();
        return sleeper.wait.write();
    }
    abandon(executionId) {
        const sleeper = this.sleeping.get(executionId);
        if (sleeper === undefined)
            return;
        this.release(executionId);
        this.world.onOver?.(executionId);
        for (const taskId of sleeper.wait.taskIds()) {
            const task = this.tasks.find(taskId);
            if (task?.sleepers.size === 0)
                task.look?.cancel.abort(isNotNeeded);
        }
    }
    async lookNow(executionId, taskId) {
        const sleeper = this.sleeping.get(executionId);
        if (sleeper === undefined || (0, Sleeper_1.isReady)(sleeper))
            return true;
        this.hurryLooks(sleeper, taskId);
        return await this.untilKnown(sleeper);
    }
    async untilKnown(sleeper) {
        const { callers } = sleeper;
        const isKnown = new AbortController();
        const called = new Promise((tell) => callers.add(tell));
        const tooLong = this.world.sleep(longestCallMs, isKnown.signal).then(() => answerCallers(sleeper, false), () => { });
        const wake = await called;
        isKnown.abort(isNotNeeded);
        await tooLong;
        return wake;
    }
    hurryLooks({ wait }, taskId) {
        const named = wait.waitOf(taskId) === undefined ? wait.taskIds() : [taskId];
        for (const id of named) {
            const task = wait.isOpen(id) ? this.tasks.find(id) : undefined;
            if (task === undefined)
                continue;
            task.looksLeft = looksAfterRing;
            this.hurry(task);
            this.overtake(task);
        }
    }
    overtake({ look }) {
        if (look === undefined || look.isOwed)
            return;
        if (this.world.nowMs() - look.atMs > shortestGapMs)
            look.cancel.abort(isNotNeeded);
    }
    hurry(task) {
        const atMs = Math.max(this.world.nowMs(), task.askedForCallAtMs + shortestGapMs);
        for (const sleeper of task.sleepers) {
            sleeper.wait.bringForward(task.taskId, atMs);
            this.plan(sleeper);
        }
    }
    plan(sleeper) {
        this.looks.set(sleeper.look, sleeper.wait.lookAtMs);
        this.limits.set(sleeper.limit, sleeper.wait.limitAtMs);
        if ((0, Sleeper_1.isReady)(sleeper) && sleeper.isStored && !sleeper.isRung)
            this.wake(sleeper);
        this.alarm.wakeBy(this.nextAtMs(this.world.nowMs()));
    }
    wake(sleeper) {
        sleeper.isRung = true;
        const isCalled = sleeper.callers.size > 0;
        answerCallers(sleeper, true);
        void this.ringUntilHeard(sleeper, isCalled);
    }
    nextAtMs(nowMs) {
        const { untilMs } = this.pause;
        const limitAtMs = untilMs > nowMs ? this.limits.firstAtMs : Infinity;
        const checkAtMs = this.isChecking ? Infinity : this.checks.firstAtMs;
        const lookAtMs = Math.max(this.looks.firstAtMs, untilMs);
        return Math.min(lookAtMs, limitAtMs, checkAtMs, this.forgets.firstAtMs);
    }
    async run() {
        this.running = true;
        try {
            while (this.sleeping.size > 0) {
                const nowMs = this.world.nowMs();
                while (this.forgets.firstAtMs <= nowMs)
                    this.release(this.forgets.first.executionId);
                while (this.pause.untilMs > nowMs && this.limits.firstAtMs <= nowMs) {
                    const sleeper = this.limits.first;
                    sleeper.wait.endOverdue(nowMs);
                    this.plan(sleeper);
                }
                if (!this.isChecking && this.checks.firstAtMs <= nowMs)
                    void this.checkOn(this.checks.first);
                this.startLooks(nowMs);
                if (this.sleeping.size > 0)
                    await this.alarm.sleepUntil(this.nextAtMs(nowMs));
            }
        }
        finally {
            this.running = false;
            this.requester = undefined;
        }
    }
    async checkOn(sleeper) {
        const { executionId } = sleeper;
        this.isChecking = true;
        const over = (await (0, askState_1.askState)(this.requester, sleeper)) === 'over';
        this.isChecking = false;
        if (this.sleeping.get(executionId) === sleeper) {
            sleeper.checkPauseMs = Math.min(2 * sleeper.checkPauseMs, Sleeper_1.longestCheckPauseMs);
            this.checks.set(sleeper.check, this.world.nowMs() + sleeper.checkPauseMs);
            if (over)
                this.abandon(executionId);
        }
        this.alarm.wakeBy(this.nextAtMs(this.world.nowMs()));
    }
    startLooks(nowMs) {
        let starts = 0;
        while (this.pause.untilMs <= nowMs && this.looks.firstAtMs <= nowMs) {
            if (starts === howUrgent_1.mostStartsPerTurn)
                return;
            const sleeper = this.looks.first;
            const { wait } = sleeper;
            const taskId = wait.take(nowMs);
            this.looks.set(sleeper.look, wait.lookAtMs);
            const task = taskId === undefined ? undefined : this.tasks.find(taskId);
            if (task === undefined || task.look !== undefined)
                continue;
            starts += 1;
            void this.ask(task, wait, nowMs);
        }
    }
    async ask(task, wait, nowMs) {
        const { taskId } = task;
        const taskWait = wait.waitOf(taskId);
        const urgency = task.looksLeft > 0 ? 'likelyEnd' : (0, howUrgent_1.urgencyOf)(taskWait, nowMs, wait.settings);
        const cancel = new AbortController();
        const look = { atMs: nowMs, isOwed: task.looksLeft > 0, cancel };
        task.look = look;
        if (look.isOwed)
            task.askedForCallAtMs = nowMs;
        const { signal } = cancel;
        const answer = await this.requester.ask(taskId, howUrgent_1.longestTimeoutMs, signal, urgency).catch((error) => ({ kind: 'fault', reason: String(error) }));
        task.look = undefined;
        if (signal.aborted)
            return this.giveBack(task);
        const wasRung = task.looksLeft > 0;
        const context = {
            nowMs: this.world.nowMs(),
            random: this.world.random,
            callsArrive: (0, trustInCalls_1.callsArrive)(this.calls) && !wasRung,
        };
        for (const sleeper of task.sleepers) {
            sleeper.wait.observe(taskId, answer, context);
            if (!sleeper.wait.isOpen(taskId)) {
                this.tasks.leave(taskId, sleeper);
                (0, trustInCalls_1.noteEnd)(this.calls, sleeper.wait.waitOf(taskId), wasRung);
            }
            this.plan(sleeper);
        }
        task.looksLeft = Math.max(0, task.looksLeft - 1);
        if (task.looksLeft > 0)
            this.hurry(task);
        for (const sleeper of task.sleepers)
            answerCallers(sleeper, false);
        this.tasks.tidy(task);
    }
    giveBack(task) {
        for (const sleeper of task.sleepers) {
            sleeper.wait.giveBack(task.taskId);
            this.plan(sleeper);
        }
        this.tasks.tidy(task);
    }
    async ringUntilHeard(sleeper, isCalled = false) {
        const { executionId, resumeUrl } = sleeper;
        const pausesMs = { busy: [...pausesWhileBusyMs], unheard: [...pausesWhileUnheardMs] };
        const isHere = () => this.sleeping.get(executionId) === sleeper;
        let comesWithinMs = firstComesWithinMs;
        let outcome = sleeper.mayWakeElsewhere === true ? 'busy' : 'heard';
        if (outcome === 'heard' && !isCalled)
            outcome = await (0, callExecution_1.callExecution)(this.requester, sleeper);
        while (isHere()) {
            const pauseMs = outcome === 'heard' ? comesWithinMs : pausesMs[outcome].shift();
            if (outcome === 'unheard' && pauseMs === undefined)
                this.world.onUnreachable(resumeUrl);
            if (pauseMs === undefined)
                return void this.release(executionId);
            await this.waitFor(sleeper, pauseMs);
            if (!isHere())
                return;
            const state = await (0, askState_1.askState)(this.requester, sleeper);
            if (!isHere())
                return;
            if (state === 'over')
                return this.abandon(executionId);
            if (state === 'awake' && outcome === 'heard')
                return void this.release(executionId);
            if (outcome === 'heard')
                comesWithinMs = Math.min(2 * comesWithinMs, longestComesWithinMs);
            if (state !== 'awake')
                outcome = await (0, callExecution_1.callExecution)(this.requester, sleeper);
        }
    }
    async waitFor({ isGone }, durationMs) {
        await this.world.sleep(durationMs, isGone.signal).catch(() => { });
    }
}
exports.Watcher = Watcher;
function answerCallers({ callers }, wake) {
    let isFirst = true;
    for (const tell of callers) {
        tell(wake && isFirst);
        isFirst = false;
    }
    callers.clear();
}
