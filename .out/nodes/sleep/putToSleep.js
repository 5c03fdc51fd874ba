"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hasGoneOn = hasGoneOn;
exports.findStackPlace = findStackPlace;
exports.putToSleep = putToSleep;
exports.allowRetry = allowRetry;
exports.hasSlept = hasSlept;
exports.runOnceMore = runOnceMore;
exports.endRun = endRun;
exports.takeBackRun = takeBackRun;
const howItRuns_1 = require("../n8n/howItRuns");
const whenStored_1 = require("../n8n/whenStored");
const asleepMark = { message: 'asleep' };
const refusingRetry = (name) => `${name}, asleep: choose “Retry with original workflow”`;
const laidDown = new WeakSet();
let goesOn = false;
function hasGoneOn(context) {
    const runData = (0, howItRuns_1.runDataOf)(context);
    const isSame = runData !== undefined && laidDown.has(runData);
    goesOn ||= isSame;
    return isSame;
}
function findStackPlace(context) {
    if (goesOn)
        return undefined;
    const stack = (0, howItRuns_1.runDataOf)(context)?.executionData?.nodeExecutionStack;
    const entry = context.getExecuteData?.();
    const isUsual = entry?.node !== undefined && entry.data?.main?.length === 1;
    if (!isUsual || !Array.isArray(stack) || typeof context.putExecutionToWait !== 'function')
        return undefined;
    if (!(0, whenStored_1.tellsWhenStored)(context))
        return undefined;
    return { entry, stack: stack };
}
async function putToSleep(context, { entry, stack }, untilMs) {
    const { data, node } = entry;
    const idle = () => ({ ...entry.node, alwaysOutputData: false });
    const rest = [...stack];
    const copies = [
        { ...entry, node: { ...idle(), disabled: true }, data: { main: [] } },
        {
            ...entry,
            node: { ...entry.node },
            data: { main: [markItems(entry.data.main?.[0])] },
        },
        {
            ...entry,
            node: {
                ...idle(),
                name: refusingRetry(node.name),
                type: 'n8n-nodes-base.noOp',
                disabled: true,
            },
            data: { main: [] },
        },
    ];
    stack.unshift(...copies);
    entry.data = { main: [] };
    entry.node = idle();
    const runData = (0, howItRuns_1.runDataOf)(context);
    try {
        await context.putExecutionToWait(new Date(untilMs));
        if (runData.waitTill == null)
            throw new Error('it takes no notice');
    }
    catch (error) {
        context.logger.warn(`n8n refused to let this execution sleep: ${String(error)}`);
        stack.splice(0, copies.length);
        Object.assign(entry, { data, node });
        delete runData.waitTill;
        return false;
    }
    laidDown.add(runData);
    (0, whenStored_1.storeAsleepWith)(context, () => [entry, ...copies, ...rest]);
    return true;
}
const markItems = (items) => (items ?? []).map((item) => ({ ...item, error: asleepMark }));
function allowRetry(context) {
    const stack = (0, howItRuns_1.runDataOf)(context)?.executionData?.nodeExecutionStack ?? [];
    const name = refusingRetry(context.getNode().name);
    const at = stack.findIndex(({ node }) => node.name === name);
    if (at >= 0)
        stack.splice(at, 1);
}
function hasSlept(items) {
    return items.some(({ error }) => error?.message === asleepMark.message);
}
function runOnceMore({ entry, stack }) {
    stack.push({ ...entry, node: { ...entry.node }, data: { ...entry.data } });
}
function endRun(context) {
    const execution = (0, howItRuns_1.runDataOf)(context)?.executionData;
    if (execution === undefined)
        return;
    execution.nodeExecutionStack.splice(0);
    execution.waitingExecution = {};
}
function takeBackRun({ entry, stack }) {
    const last = stack.at(-1);
    if (last?.node.name === entry.node.name && last.source === entry.source)
        stack.pop();
}
