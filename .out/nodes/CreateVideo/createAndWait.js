"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.createAndWait = createAndWait;
const n8n_workflow_1 = require("n8n-workflow");
const contract_1 = require("../generated/contract");
const readParameters_1 = require("../results/readParameters");
const readTimeLimit_1 = require("../results/readTimeLimit");
const waitForVideos_1 = require("../results/waitForVideos");
const putToSleep_1 = require("../sleep/putToSleep");
const taskIdProblem_1 = require("../tasks/taskIdProblem");
const failCreated_1 = require("./failCreated");
const openLedger_1 = require("./openLedger");
const maySend_1 = require("./pay/maySend");
const readCreateAnswer_1 = require("./pay/readCreateAnswer");
const placeOrders_1 = require("./placeOrders");
const toWaitItems_1 = require("./toWaitItems");
async function createAndWait(context) {
    const ledger = (0, openLedger_1.openLedger)(context);
    const { pass } = ledger;
    const hasWoken = (0, putToSleep_1.hasSlept)(context.getInputData());
    if (hasWoken && ledger.isNew)
        return await (0, failCreated_1.failAll)(context);
    const mayBeRepeated = hasWoken && pass.endedIn === context.getExecutionId();
    let { stop } = pass;
    if ((0, maySend_1.maySend)({ ordered: pass, mayBeRepeated }).may) {
        pass.state = 'ordering';
        const placed = await order(context);
        if (placed.kind === 'stored')
            return placed.shown;
        ({ stop } = placed);
        ledger.beginWait(stop);
    }
    const items = await (0, toWaitItems_1.toWaitItems)(pass);
    let delivery;
    try {
        const wishes = await readAgain(context);
        delivery = await (0, waitForVideos_1.waitForVideos)(context, items, wishes, { stop });
    }
    catch (error) {
        const output = await (0, failCreated_1.failCreated)(context, items, error);
        ledger.endWait();
        return output;
    }
    if (delivery.isLast)
        ledger.endWait();
    return await delivery.output();
}
async function order(context) {
    const prepare = async () => {
        const { wishes, problems } = await (0, readParameters_1.readWishes)(context, 'skip');
        const limits = new Map();
        const hasOneLimit = (0, readTimeLimit_1.hasOneTimeLimit)(context);
        const conflict = hasOneLimit ? endsTooSoon(context, wishes.settings.timeoutMs) : undefined;
        const ofRow = (itemIndex) => {
            if (hasOneLimit)
                return undefined;
            const { value, problem } = (0, readTimeLimit_1.readTimeLimit)(context, itemIndex);
            if (value === undefined)
                return problem;
            limits.set(itemIndex, value * 60_000);
            return endsTooSoon(context, value * 60_000);
        };
        return {
            checks: { problems: [...problems, ...(conflict === undefined ? [] : [conflict])], ofRow },
            timeoutMsOf: (itemIndex) => limits.get(itemIndex) ?? wishes.settings.timeoutMs,
            staysAwake: wishes.choices.stayAwake,
        };
    };
    return await (0, placeOrders_1.placeOrders)(context, { prepare, read: readForWait, next: 'bringHome' });
}
function endsTooSoon(context, timeoutMs) {
    const { executionTimeout = -1 } = context.getWorkflowSettings();
    if (executionTimeout <= 0 || timeoutMs <= executionTimeout * 1_000)
        return undefined;
    return `n8n stops this workflow after ${count(executionTimeout / 60)} (Timeout Workflow in its settings), but this node may wait for ${count(timeoutMs / 60_000)}, so you might never see a video that you paid for. Raise Timeout Workflow, or set Time Limit (Minutes) in the options to less.`;
}
const count = (minutes) => minutes === 1 ? '1 minute' : `${Math.round(minutes * 100) / 100} minutes`;
const readForWait = (answer, baseUrl) => {
    const outcome = (0, readCreateAnswer_1.readOutcome)(answer, baseUrl);
    const { taskId } = answer;
    const isMade = answer.kind === 'unreadable' && taskId !== undefined;
    if (!isMade || (0, taskIdProblem_1.taskIdProblem)(taskId) !== undefined)
        return outcome;
    return { kind: 'accepted', task: { [contract_1.taskField.id]: taskId } };
};
async function readAgain(context) {
    const { wishes, problems } = await (0, readParameters_1.readWishes)(context, 'skip');
    if (problems.length > 0)
        throw new n8n_workflow_1.UserError(problems.join(' '));
    return wishes;
}
