"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isCalled = exports.callLostMs = void 0;
exports.noteSleep = noteSleep;
exports.findNewerSleep = findNewerSleep;
exports.isFirstRing = isFirstRing;
exports.isBeingCalled = isBeingCalled;
exports.isQueuedBeside = isQueuedBeside;
exports.endSleep = endSleep;
exports.noteAtWork = noteAtWork;
exports.isAtWorkElsewhere = isAtWorkElsewhere;
const setNewest_1 = require("../memory/setNewest");
const howItRuns_1 = require("../n8n/howItRuns");
const executions = new Map();
const most = { executions: 10_000, over: 5 };
exports.callLostMs = 25_000;
function sleepsOf(executionId) {
    const known = executions.get(executionId) ?? { over: [] };
    (0, setNewest_1.setNewest)(executions, executionId, known, most.executions);
    return known;
}
function noteSleep(executionId, sleep) {
    sleepsOf(executionId).newest = sleep;
}
function findNewerSleep(executionId, sleep) {
    const { newest, over = [] } = executions.get(executionId) ?? {};
    return newest === undefined || newest === sleep || over.includes(newest) ? undefined : newest;
}
function isFirstRing(executionId, sleep, nowMs) {
    const known = sleepsOf(executionId);
    const { rung, over } = known;
    const isLost = rung?.sleep === sleep && nowMs - rung.atMs > exports.callLostMs;
    if (over.includes(sleep) || (rung?.sleep === sleep && !isLost))
        return false;
    known.rung = { sleep, atMs: nowMs, calls: isLost ? rung.calls + 1 : 1 };
    return true;
}
function isBeingCalled(executionId, nowMs) {
    const { newest, rung, over = [] } = executions.get(executionId) ?? {};
    const isOfNewest = rung !== undefined && rung.sleep === (newest ?? rung.sleep);
    if (!isOfNewest || over.includes(rung.sleep))
        return false;
    return nowMs - rung.atMs <= exports.callLostMs;
}
const isCalled = (executionId, sleep) => executions.get(executionId)?.rung?.sleep === sleep;
exports.isCalled = isCalled;
function isQueuedBeside(executionId, sleep, isRung) {
    const { rung, over = [] } = executions.get(executionId) ?? {};
    if (over.includes(sleep))
        return true;
    return rung?.sleep === sleep && (!isRung || rung.calls > 1);
}
function endSleep(executionId, sleep) {
    const known = sleepsOf(executionId);
    if (!known.over.includes(sleep))
        known.over = [...known.over, sleep].slice(-most.over);
}
const runs = new Map();
function noteAtWork(context) {
    const run = (0, howItRuns_1.runDataOf)(context);
    if (run !== undefined)
        (0, setNewest_1.setNewest)(runs, context.getExecutionId(), new WeakRef(run), most.executions);
}
function isAtWorkElsewhere(context) {
    const other = runs.get(context.getExecutionId())?.deref();
    return other !== undefined && other !== (0, howItRuns_1.runDataOf)(context) && other.waitTill == null;
}
