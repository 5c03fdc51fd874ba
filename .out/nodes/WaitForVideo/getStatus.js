"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.getStatus = getStatus;
const mapConcurrently_1 = require("../concurrency/mapConcurrently");
const inTurns_1 = require("../concurrency/inTurns");
const readParameters_1 = require("../results/readParameters");
const outputShape_1 = require("../results/outputShape");
const raise_1 = require("../errors/raise");
const Limit_1 = require("../pace/Limit");
const connectWorld_1 = require("../look/connectWorld");
const taskJson_1 = require("../tasks/taskJson");
const describeFailure_1 = require("../look/describeFailure");
const howUrgent_1 = require("../look/howUrgent");
const observe_1 = require("../look/observe");
const startWait_1 = require("../look/startWait");
const describeLook_1 = require("./describeLook");
const readItems_1 = require("./readItems");
async function getStatus(context) {
    const items = await (0, readItems_1.readItems)(context);
    const { settings, shape } = await (0, readParameters_1.readSettings)(context, items);
    (0, readItems_1.stopOnBadItems)(context, items);
    const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
    const world = await (0, connectWorld_1.connectWorld)(context, taskIds);
    const answers = new Map();
    await (0, mapConcurrently_1.mapConcurrently)(taskIds, Limit_1.mostAtOnce, async (taskId) => {
        answers.set(taskId, await world.ask(taskId, howUrgent_1.longestTimeoutMs, world.signal, 'lastLook'));
    });
    const looks = await (0, inTurns_1.mapInTurns)(items, (item) => readLook(item, answers.get(item.taskId ?? ''), settings));
    const failed = looks.filter(({ failure }) => failure !== undefined);
    const [first] = failed;
    if (first?.failure !== undefined && !context.continueOnFail())
        throw (0, raise_1.toNodeError)(context.getNode(), stopWith(first.failure, first.itemIndex, failed.length, looks.length), first.itemIndex);
    return looks.map(({ itemIndex, json, failure }) => failure === undefined
        ? { json: (0, outputShape_1.shapeJson)(context, json ?? {}, itemIndex, shape), pairedItem: { item: itemIndex } }
        : (0, raise_1.toErrorItem)(failure, itemIndex));
}
function readLook({ itemIndex, taskId, failure }, answer, settings) {
    if (taskId === undefined || answer === undefined)
        return { itemIndex, ...(failure && { failure }) };
    if (answer.kind !== 'task')
        return { itemIndex, failure: (0, describeLook_1.describeLook)(taskId, answer) };
    const context = { nowMs: 0, settings, random: () => 0 };
    const taskWait = (0, observe_1.observeTask)((0, startWait_1.startTaskWait)(0, Infinity), answer, context, {});
    const { id, ...told } = (0, taskJson_1.taskJson)(taskId, answer.task);
    const own = { paid: (0, describeFailure_1.paidFor)(taskWait), finished: taskWait.outcome !== undefined };
    return { itemIndex, json: { id, ...(0, taskJson_1.keepApart)(told, own) } };
}
function stopWith(failure, itemIndex, failed, total) {
    if (total === 1)
        return failure;
    const told = `${failed} of ${total} rows have no status. To get the others, choose an On Error setting that continues.`;
    const { message, description } = failure;
    return {
        ...failure,
        message: message.startsWith('Row ') ? message : `Row ${itemIndex + 1}: ${message}`,
        description: `${description} ${told}`,
    };
}
