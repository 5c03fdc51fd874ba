"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answerDoorbell = answerDoorbell;
const howItRuns_1 = require("../n8n/howItRuns");
const contract_1 = require("../generated/contract");
const orphans_1 = require("../restart/orphans");
const roster_1 = require("../restart/roster");
const knownSleeps_1 = require("../call/knownSleeps");
const sleepRecord_1 = require("../sleep/sleepRecord");
const storedWait_1 = require("../sleep/storedWait");
const watchers_1 = require("../watch/watchers");
const longestIdLength = 512;
async function answerDoorbell(context) {
    const taskId = namedTask(context);
    try {
        const executionId = context.getExecutionId();
        const data = (0, howItRuns_1.runDataOf)(context);
        const sleep = data?.executionData && (0, sleepRecord_1.sleepRecordOf)(data)?.sleep;
        if (data?.executionData !== undefined && sleep === undefined)
            return { webhookResponse: { message: 'Not asleep' } };
        if (sleep?.roster !== undefined && isListedCall(context))
            return { webhookResponse: { message: 'Waking up soon' } };
        const isWanted = roster_1.roster.isWanted(executionId);
        const isDue = sleep?.isDue === true || isWanted;
        if (!isDue && !(await (0, watchers_1.lookNow)(executionId, taskId)))
            return { webhookResponse: { message: 'Looking at the task' } };
        if (!isWanted)
            await roster_1.roster.relieve(executionId);
        if (sleep !== undefined && !(0, knownSleeps_1.isFirstRing)(executionId, sleep.id, performance.now()))
            return { webhookResponse: { message: 'Already waking up' } };
        if (sleep !== undefined)
            sleep.isRung = true;
        const isNews = !isWanted || taskId !== '';
        if (isNews && data?.executionData !== undefined)
            (0, storedWait_1.noteRing)(data, context.getNode(), taskId);
    }
    catch {
    }
    return { workflowData: [], webhookResponse: { message: 'Waking up to look at the task' } };
}
const bodyOf = (context) => Object(context.getBodyData());
const isListedCall = (context) => bodyOf(context).listed === orphans_1.listedCall.listed;
function namedTask(context) {
    try {
        const id = bodyOf(context)[contract_1.taskField.id];
        const taskId = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
        return taskId.length <= longestIdLength ? taskId : '';
    }
    catch {
        return '';
    }
}
