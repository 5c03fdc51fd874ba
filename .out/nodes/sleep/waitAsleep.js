"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.waitAsleep = waitAsleep;
const ownAddresses_1 = require("../n8n/ownAddresses");
const lookUntilDone_1 = require("../look/lookUntilDone");
const assignWatcher_1 = require("../watch/assignWatcher");
const fallAsleep_1 = require("./fallAsleep");
const roster_1 = require("../restart/roster");
const putToSleep_1 = require("./putToSleep");
const canReach_1 = require("../call/canReach");
const sleepRecord_1 = require("./sleepRecord");
const storedWait_1 = require("./storedWait");
const table_1 = require("./table");
const watchers_1 = require("../watch/watchers");
const adjustWait_1 = require("../look/adjustWait");
const whyAwake_1 = require("./whyAwake");
const wokenTwice_1 = require("./wokenTwice");
const freshMs = 1_000;
async function waitAsleep(context, world, wait) {
    const { settings, choices, breathe } = wait;
    const nowMs = world.nowMs();
    const stack = (0, putToSleep_1.findStackPlace)(context);
    if (stack !== undefined)
        (0, putToSleep_1.takeBackRun)(stack);
    const stored = { ...(0, storedWait_1.readStoredWait)(context, nowMs), read: wait.read };
    const gone = new Set(stored.gone.map(([taskId]) => taskId));
    const taskIds = wait.taskIds.filter((taskId) => !gone.has(taskId));
    const { timersMs } = (0, sleepRecord_1.readSleepRecord)(context);
    let state = await joinWhatWasSeen(context, stored, taskIds, wait, world);
    state = await lookAtDue(state, settings, world);
    await breathe();
    const isOpen = () => (0, adjustWait_1.openTasks)(state).length > 0;
    const findLeaving = () => new Set(choices.release === 'asTheyCome' ? taskIds.filter((id) => mayLeave(id, state, wait)) : []);
    const leaving = findLeaving();
    const reason = (0, whyAwake_1.whyAwake)(context) ??
        (stack === undefined ? 'this version of n8n works differently inside' : undefined);
    const situation = () => ({
        isAllEnded: !isOpen(),
        areSomeLeaving: leaving.size > 0,
        shallStay: choices.stayAwake,
        cannotSleep: reason !== undefined,
        mayBeReadAwake: false,
    });
    const finish = (all) => {
        (0, storedWait_1.endWait)(context, stored, all);
        return { kind: 'ended', state: all, leaving: new Set(taskIds) };
    };
    const stay = async (why) => finish(await stayAwake(context, state, why, wait, world));
    const letLeave = (some) => {
        const open = (0, adjustWait_1.keepTasks)(state, (taskId) => !some.has(taskId));
        const rest = (0, adjustWait_1.lookSoonAtCalled)(open, world.nowMs() + settings.intervalMs);
        const allGone = [...stored.gone, ...(0, storedWait_1.leave)(context, some, state)];
        (0, storedWait_1.storeWait)(context, { ...stored, state: rest, gone: allGone, rings: [], sleeps: 0 });
        (0, putToSleep_1.runOnceMore)(stack);
        return { kind: 'some', state, leaving: some };
    };
    const stayThisTime = async (why) => {
        if (choices.release === 'together')
            return await stay(why);
        let some = leaving;
        while (isOpen() && some.size === 0) {
            state = await (0, lookUntilDone_1.lookUntilDone)(state, settings, world, world.nowMs() + settings.intervalMs);
            some = findLeaving();
        }
        return isOpen() ? letLeave(some) : await stay(why);
    };
    switch ((0, table_1.decide)(table_1.lookedTable, situation())) {
        case 'finish':
            return finish(state);
        case 'stay':
            return await stay(choices.stayAwake ? undefined : reason);
        case 'leave':
            return letLeave(leaving);
    }
    const watcher = choices.watch ? await (0, assignWatcher_1.assignWatcher)(context, nowMs) : undefined;
    if (choices.watch && watcher === undefined)
        return await stayThisTime((0, canReach_1.whyUnreachable)((0, ownAddresses_1.readOwnAddresses)(context).resumeUrl));
    const place = await (0, fallAsleep_1.findPlace)(context, watcher);
    const isLate = world.nowMs() - nowMs > freshMs;
    if (!choices.watch && stored.sleeps > 0 && isLate)
        state = await lookAtDue((0, adjustWait_1.bringForward)(state, (0, adjustWait_1.openTasks)(state), world.nowMs()), settings, world);
    await breathe();
    const isNewsless = stored.sleeps > 0 && stored.rings.length === 0;
    const soonMs = isNewsless ? freshMs : settings.intervalMs;
    if (stored.sleeps > 0 || isLate)
        state = (0, adjustWait_1.lookSoonAtCalled)(state, world.nowMs() + soonMs);
    await breathe();
    const last = (0, table_1.decide)(table_1.lookedTable, {
        ...situation(),
        mayBeReadAwake: (0, wokenTwice_1.mayBeReadAwake)(timersMs, world.nowMs()),
    });
    if (last !== 'sleep') {
        roster_1.roster.arrive(context.getExecutionId());
        return last === 'finish' ? finish(state) : await stayThisTime('n8n might have woken it twice');
    }
    const bed = { stack: stack, place, watcher, stored, taskIds, timersMs };
    const untilMs = await (0, fallAsleep_1.fallAsleep)(context, world, state, wait, bed);
    if (untilMs === undefined)
        return await stayThisTime('n8n refused to let it sleep');
    await breathe();
    return { kind: 'asleep', state, untilMs };
}
const mayLeave = (taskId, state, wait) => state.tasks[taskId]?.outcome !== undefined && wait.mayLeave(taskId, state);
async function joinWhatWasSeen(context, stored, taskIds, { watch, choices, settings: { intervalMs } }, world) {
    const nowMs = world.nowMs();
    const seen = (0, watchers_1.endWatch)(context.getExecutionId());
    const rings = new Set(stored.rings);
    const state = await watch((0, adjustWait_1.joinStates)(stored.state, seen, nowMs), taskIds, nowMs);
    if (stored.sleeps === 0 || (seen !== undefined && rings.size === 0))
        return state;
    const open = new Set((0, adjustWait_1.openTasks)(state));
    const areNamed = rings.size > 0 && [...rings].every((id) => open.has(id));
    if (!areNamed)
        return (0, adjustWait_1.bringForward)(state, open, nowMs);
    const others = [...open].filter((taskId) => choices.watch && !rings.has(taskId));
    const later = (0, adjustWait_1.putOff)(state, others, () => nowMs + intervalMs * world.random());
    return (0, adjustWait_1.bringForward)(later, rings, nowMs);
}
const lookAtDue = async (state, settings, world) => await (0, lookUntilDone_1.lookUntilDone)(state, settings, world, world.nowMs());
async function stayAwake(context, state, reason, { settings }, world) {
    const ended = await (0, lookUntilDone_1.lookUntilDone)(state, settings, world);
    if (reason !== undefined)
        context.addExecutionHints?.({
            type: 'info',
            location: 'outputPane',
            message: `This execution kept running while it waited, because ${reason}. A restart of n8n would have ended it, but not the video tasks.`,
        });
    return ended;
}
