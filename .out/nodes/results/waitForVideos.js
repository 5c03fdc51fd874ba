"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.findItems = void 0;
exports.waitForVideos = waitForVideos;
const inTurns_1 = require("../concurrency/inTurns");
const howItRuns_1 = require("../n8n/howItRuns");
const connectWorld_1 = require("../look/connectWorld");
const tellSleep_1 = require("../sleep/tellSleep");
const storedWait_1 = require("../sleep/storedWait");
const waitAsleep_1 = require("../sleep/waitAsleep");
const createdTasks_1 = require("../tasks/createdTasks");
const startWait_1 = require("../look/startWait");
const expectCreated_1 = require("./expectCreated");
const fetchVideos_1 = require("./fetchVideos");
const readTimeLimit_1 = require("./readTimeLimit");
const toPairedItems_1 = require("./toPairedItems");
const WaitItem_1 = require("./WaitItem");
async function waitForVideos(context, items, wishes, { stop, isReadOnce } = {}) {
    const { settings, download, shape } = wishes;
    const isHeldTogether = wishes.choices.release === 'asTheyCome' && ((0, howItRuns_1.isInLoop)(context) || (0, howItRuns_1.isInOldOrder)(context));
    const choices = isHeldTogether
        ? { ...wishes.choices, release: 'together' }
        : wishes.choices;
    const breathe = (0, inTurns_1.breather)();
    const taskIds = items.flatMap((item) => (0, WaitItem_1.keyOf)(item) ?? []);
    const world = await (0, connectWorld_1.connectWorld)(context, taskIds);
    await breathe();
    const limits = (0, readTimeLimit_1.timeLimits)(items);
    const itemsOf = groupByTask(items);
    await breathe();
    const created = (0, createdTasks_1.findCreatedTasks)(context);
    await breathe();
    const visit = await (0, waitAsleep_1.waitAsleep)(context, world, {
        taskIds,
        settings,
        choices,
        ...(isReadOnce && { read: items }),
        breathe,
        async watch(state, taskIds, nowMs) {
            const watched = (0, startWait_1.waitForTasks)(state, taskIds, nowMs, limits);
            const { random } = world;
            await breathe();
            const known = (0, expectCreated_1.expectSoon)(watched, created, { nowMs, settings, random });
            await breathe();
            const expected = (0, expectCreated_1.expectCreated)(known, items);
            await breathe();
            return expected;
        },
        mayLeave: (key, state) => context.continueOnFail() || !itemsOf(key).some((item) => (0, toPairedItems_1.isFailure)(item, state)),
    });
    if (visit.kind === 'asleep')
        return { isLast: false, output: () => (0, tellSleep_1.showSleep)(items, visit.state, visit.untilMs) };
    const isLast = visit.kind === 'ended';
    if (isHeldTogether)
        context.addExecutionHints?.({
            type: 'info',
            location: 'outputPane',
            message: 'The items left together. As They Come needs a workflow with the execution order "v1" (in its settings), and doesn’t work inside a loop.',
        });
    const ending = isLast && stop !== undefined ? { stop } : {};
    const leaving = items.filter((item) => {
        const key = (0, WaitItem_1.keyOf)(item);
        return key === undefined ? isLast : visit.leaving.has(key);
    });
    if (download === undefined)
        return {
            isLast,
            output: () => (0, toPairedItems_1.toPairedItems)(context, leaving, visit.state, { ...ending, shape }),
        };
    const keys = new Set(leaving.flatMap((item) => (0, WaitItem_1.keyOf)(item) ?? []));
    const { videos, state } = await (0, fetchVideos_1.fetchVideos)(context, world, visit.state, keys);
    const { field } = download;
    const files = { videos, field };
    return {
        isLast,
        output: () => (0, toPairedItems_1.toPairedItems)(context, leaving, state, { ...ending, shape }, files),
    };
}
const findItems = (context) => (0, storedWait_1.readBefore)(context);
exports.findItems = findItems;
function groupByTask(items) {
    const groups = new Map();
    for (const item of items) {
        const key = (0, WaitItem_1.keyOf)(item);
        if (key === undefined)
            continue;
        const group = groups.get(key);
        if (group === undefined)
            groups.set(key, [item]);
        else
            group.push(item);
    }
    return (key) => groups.get(key) ?? [];
}
