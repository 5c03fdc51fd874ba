"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.whyAwake = whyAwake;
const answerAwaited_1 = require("../n8n/answerAwaited");
const engineOf_1 = require("../n8n/engineOf");
const handsResultToCaller_1 = require("../n8n/handsResultToCaller");
const toolCall_1 = require("../n8n/toolCall");
const howItRuns_1 = require("../n8n/howItRuns");
const passingModes = {
    cli: 'n8n’s command line ends with the run',
    evaluation: 'n8n’s evaluations don’t wait for a sleeping execution',
    internal: 'n8n doesn’t store this kind of execution',
};
function whyAwake(context) {
    const mode = context.getMode();
    if ((0, toolCall_1.isToolCall)(context))
        return 'an AI agent waits for the answer of its tool';
    if ((0, engineOf_1.isOnEngine2)(context))
        return 'n8n’s Engine 2.0 can’t let an execution sleep';
    if (passingModes[mode] !== undefined)
        return passingModes[mode];
    if (context.getExecutionId() === undefined || !context.getWorkflow().id)
        return 'n8n only stores executions of saved workflows';
    if (mode === 'integrated' && !callerTakesResult(context))
        return 'the workflow that called this one might go on without the result';
    if ((0, answerAwaited_1.isAnswerAwaited)(context))
        return 'whoever started the workflow waits for its answer';
    return undefined;
}
function callerTakesResult(context) {
    const runData = (0, howItRuns_1.runDataOf)(context);
    const { shouldResume } = (runData?.parentExecution ?? {});
    if (shouldResume === false)
        return true;
    if (!(0, handsResultToCaller_1.handsResultToCaller)() || (0, engineOf_1.isCalledFromEngine2)(context))
        return false;
    const runs = Object.values(runData?.resultData?.runData ?? {});
    const start = runs.find(([first]) => first?.source.length === 0)?.[0];
    return shouldResume === true && (start?.data?.main?.[0]?.length ?? 0) > 1;
}
