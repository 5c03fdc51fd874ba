"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isFailure = isFailure;
exports.toPairedItems = toPairedItems;
const inTurns_1 = require("../concurrency/inTurns");
const raise_1 = require("../errors/raise");
const taskJson_1 = require("../tasks/taskJson");
const describeFailure_1 = require("../look/describeFailure");
const addRows_1 = require("./addRows");
const nameFile_1 = require("./nameFile");
const outputShape_1 = require("./outputShape");
const WaitItem_1 = require("./WaitItem");
function isFailure(item, state) {
    return endingOf(item, state).failure !== undefined;
}
async function toPairedItems(context, items, state, { stop, shape } = {}, videos) {
    const endings = await (0, inTurns_1.mapInTurns)(items, (item) => endingOf(item, state, videos));
    const first = endings.find(({ failure }) => failure !== undefined);
    if (first?.failure !== undefined && !context.continueOnFail()) {
        const { failure, itemIndex } = stop ?? { failure: first.failure, itemIndex: first.itemIndex };
        const told = (0, addRows_1.addRows)(context, failure, itemIndex, endings.map(toRow), stop === undefined);
        throw (0, raise_1.toNodeError)(context.getNode(), told, itemIndex);
    }
    return await (0, inTurns_1.mapInTurns)(endings, ({ itemIndex, output, failure, isShown }) => {
        if (failure !== undefined)
            return (0, raise_1.toErrorItem)(failure, itemIndex);
        const { json = {}, binary } = output ?? {};
        const isWhole = shape === undefined || isShown === true;
        return {
            json: isWhole ? json : (0, outputShape_1.shapeJson)(context, json, itemIndex, shape),
            ...(binary && { binary: nameFiles(context, binary, itemIndex) }),
            pairedItem: { item: itemIndex },
        };
    });
}
const nameFiles = (context, binary, itemIndex) => Object.fromEntries(Object.entries(binary).map(([field, file]) => [field, (0, nameFile_1.nameFile)(context, file, itemIndex)]));
function endingOf(item, state, videos) {
    const { itemIndex, taskId, label } = item;
    const { orderedBefore } = item;
    const own = { ...(label !== undefined && { label }), ...(orderedBefore && { orderedBefore }) };
    if (item.failure !== undefined)
        return { itemIndex, failure: { ...item.failure, ...own } };
    if (taskId === undefined)
        return { itemIndex, output: { json: item.shown }, isShown: true };
    const key = (0, WaitItem_1.keyOf)(item);
    const taskWait = state.tasks[key];
    if (taskWait?.outcome === undefined)
        throw new Error(`The wait for task ${taskId} hasn’t ended`);
    const json = waitJson(taskId, taskWait, own);
    if (taskWait.outcome === 'completed') {
        const video = videos?.videos.get(key);
        if (video?.failure !== undefined)
            return { itemIndex, failure: { ...video.failure, ...own } };
        const binary = video && videos && { [videos.field]: video.binary };
        return { itemIndex, output: { json, ...(binary && { binary }) } };
    }
    const failure = (0, describeFailure_1.describeFailure)(taskWait.outcome, taskId, taskWait);
    return { itemIndex, failure: { ...failure, ...own } };
}
function waitJson(taskId, taskWait, ofRow) {
    const { id, ...told } = (0, taskJson_1.taskJson)(taskId, taskWait.task);
    const own = {
        paid: (0, describeFailure_1.paidFor)(taskWait),
        outcome: taskWait.outcome,
        timedOut: taskWait.outcome === 'timedOut',
        polls: taskWait.polls,
        waitedSeconds: (0, describeFailure_1.waitedSeconds)(taskWait),
        ...ofRow,
    };
    return { id, ...(0, taskJson_1.keepApart)(told, own) };
}
function toRow({ itemIndex, output, failure }) {
    const { paid, taskId, reason, videoUrl, label } = failure ?? readRow(output?.json ?? {});
    return {
        row: itemIndex + 1,
        ...(label !== undefined && { label }),
        paid,
        ...(taskId !== undefined && { taskId }),
        ...(reason !== undefined && { reason }),
        ...(videoUrl !== undefined && { videoUrl }),
    };
}
function readRow({ id, paid, outcome = 'notSent', videoUrl, label }) {
    const reason = outcome === 'completed' ? undefined : outcome;
    return {
        paid: paid,
        taskId: id,
        label: label,
        reason,
        videoUrl: videoUrl,
    };
}
