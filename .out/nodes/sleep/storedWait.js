"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.storedTaskIds = void 0;
exports.readStoredWait = readStoredWait;
exports.leave = leave;
exports.storeWait = storeWait;
exports.endWait = endWait;
exports.readBefore = readBefore;
exports.tellOtherWaits = tellOtherWaits;
exports.noteRing = noteRing;
const n8n_workflow_1 = require("n8n-workflow");
const howItRuns_1 = require("../n8n/howItRuns");
const readPass_1 = require("../n8n/readPass");
const startWait_1 = require("../look/startWait");
const adjustWait_1 = require("../look/adjustWait");
const contextKey = 'waits';
const mostRings = 1_000;
function readStoredWait(context, nowMs) {
    const executionId = context.getExecutionId();
    const stored = waitsOf(context)[(0, readPass_1.readPass)(context)];
    const left = stored?.gone ?? [];
    const runIndex = left.length > 0 ? readRunIndex(context) : 0;
    const isGone = ([, goneIn]) => goneIn < runIndex;
    const gone = left.filter(isGone).map(([taskId, goneIn]) => [taskId, goneIn]);
    if (stored === undefined || stored.executionId !== executionId)
        return { executionId, state: (0, startWait_1.startWait)(), sleeps: 0, rings: [], gone };
    const { isOver, ...open } = stored;
    const state = isOver ? (0, adjustWait_1.reopen)(stored.state, nowMs) : stored.state;
    const back = left.flatMap((one) => isGone(one) || one[2] === undefined ? [] : [[one[0], one[2]]]);
    return { ...open, gone, state: takeBack(state, back, nowMs) };
}
const readRunIndex = (context) => Number(context.evaluateExpression('{{ $runIndex }}', 0));
function takeBack(state, back, nowMs) {
    if (back.length === 0)
        return state;
    const { tasks } = (0, adjustWait_1.reopen)({ ...state, tasks: Object.fromEntries(back) }, nowMs);
    return {
        ...state,
        tasks: Object.fromEntries(Object.entries(state.tasks).concat(Object.entries(tasks))),
    };
}
function leave(context, taskIds, { tasks }) {
    const runIndex = readRunIndex(context);
    const mayComeBack = context.getNode().retryOnFail === true;
    return [...taskIds].map((taskId) => {
        const taskWait = mayComeBack ? tasks[taskId] : undefined;
        return taskWait === undefined ? [taskId, runIndex] : [taskId, runIndex, taskWait];
    });
}
function storeWait(context, stored) {
    const others = Object.entries(waitsOf(context)).filter(([, { isOver }]) => !isOver);
    const waits = { ...Object.fromEntries(others), [(0, readPass_1.readPass)(context)]: stored };
    context.getContext('node')[contextKey] = waits;
}
function endWait(context, stored, state) {
    const kept = context.getNode().retryOnFail === true ? state : (0, startWait_1.startWait)();
    const over = { ...stored, state: kept, sleeps: 0, rings: [], isOver: true };
    delete over.read;
    storeWait(context, over);
}
function readBefore(context) {
    const { executionId, isOver, read } = waitsOf(context)[(0, readPass_1.readPass)(context)] ?? {};
    return isOver || executionId !== context.getExecutionId() ? undefined : read;
}
const waitsOf = (context) => readWaits(context.getContext('node')[contextKey]);
const readWaits = (value) => (value ?? {});
const storedTaskIds = (context) => [
    ...new Set(Object.values(waitsOf(context)).flatMap(({ state, gone }) => [
        ...Object.keys(state.tasks),
        ...gone.map(([taskId]) => taskId),
    ])),
];
exports.storedTaskIds = storedTaskIds;
function tellOtherWaits(context) {
    const here = [`node:${context.getNode().name}`, (0, readPass_1.readPass)(context)].join();
    const taskIds = Object.entries((0, howItRuns_1.runDataOf)(context)?.executionData?.contextData ?? {}).flatMap(([name, stored]) => Object.entries(readWaits(stored[contextKey]))
        .filter(([pass, { isOver }]) => !isOver && [name, pass].join() !== here)
        .flatMap(([, { state }]) => Object.keys(state.tasks)));
    if (taskIds.length === 0)
        return undefined;
    return `This execution was also waiting for tasks in another branch: ${taskIds.join(', ')}. They may be charged; get them with Wait for Video.`;
}
function noteRing(data, node, taskId) {
    const nodeContext = n8n_workflow_1.NodeHelpers.getContext(data, 'node', node);
    for (const stored of Object.values(readWaits(nodeContext[contextKey])))
        if (!stored.isOver && stored.rings.length < mostRings)
            stored.rings = [...new Set([...stored.rings, taskId])];
}
