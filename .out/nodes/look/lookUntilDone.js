"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lookUntilDone = lookUntilDone;
const Alarm_1 = require("./Alarm");
const LiveWait_1 = require("./LiveWait");
const howUrgent_1 = require("./howUrgent");
async function lookUntilDone(start, settings, world, untilMs = Infinity) {
    const wait = new LiveWait_1.LiveWait(start, settings);
    const alarm = new Alarm_1.Alarm(world);
    const giveUp = new AbortController();
    const signal = AbortSignal.any([world.signal, giveUp.signal]);
    const wake = () => alarm.wake();
    signal.addEventListener('abort', wake);
    let inFlight = 0;
    let fault;
    const ask = async (taskId, nowMs) => {
        const taskWait = wait.waitOf(taskId);
        const timeoutMs = (0, howUrgent_1.requestTimeoutMs)(taskWait, nowMs);
        const answer = await world.ask(taskId, timeoutMs, signal, (0, howUrgent_1.urgencyOf)(taskWait, nowMs, settings));
        inFlight -= 1;
        wait.observe(taskId, answer, { nowMs: world.nowMs(), random: world.random });
        world.onAnswer?.(wait, taskId);
        if (wait.open === 0 || (inFlight === 0 && world.nowMs() >= untilMs))
            alarm.wake();
        else
            alarm.wakeBy(wait.nextAtMs(world.nowMs()));
    };
    try {
        for (;;) {
            signal.throwIfAborted();
            if (fault !== undefined)
                throw fault.error;
            const nowMs = world.nowMs();
            wait.followClock(nowMs);
            wait.endOverdue(nowMs);
            if (wait.open === 0)
                return wait.write();
            const dueMs = Math.min(nowMs, untilMs);
            let starts = 0;
            for (; starts < howUrgent_1.mostStartsPerTurn; starts += 1) {
                const taskId = wait.take(dueMs);
                if (taskId === undefined)
                    break;
                inFlight += 1;
                void ask(taskId, nowMs).catch((error) => {
                    fault ??= { error };
                    wake();
                });
            }
            if (nowMs >= untilMs && starts === 0 && inFlight === 0)
                return wait.write();
            const nextAtMs = wait.nextAtMs(nowMs);
            if (nowMs < untilMs)
                await alarm.sleepUntil(Math.min(nextAtMs, untilMs));
            else
                await alarm.sleepUntil(nextAtMs <= untilMs ? nextAtMs : Infinity);
        }
    }
    finally {
        giveUp.abort();
        signal.removeEventListener('abort', wake);
    }
}
